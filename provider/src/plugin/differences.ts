import { CheckFailure, DiffResponse, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { topOf } from "../definition/paths";
import type { Difference } from "../lifecycle/results";

/** The differences in the protocol of the engine, path by path. */
export function diffResponse(differences: readonly Difference[]): DiffResponse {
  const tops = (some: readonly Difference[]) => [...new Set(some.map(({ path }) => topOf(path)))];
  const response = new DiffResponse()
    .setChanges(
      differences.length > 0
        ? DiffResponse.DiffChanges.DIFF_SOME
        : DiffResponse.DiffChanges.DIFF_NONE,
    )
    .setDiffsList(tops(differences))
    .setReplacesList(tops(differences.filter(({ replaces }) => replaces)))
    .setHasdetaileddiff(true);
  const detailed = response.getDetaileddiffMap();
  for (const difference of differences) {
    const { path, replaces, items = [] } = difference;
    const parts = items.map(({ index, kind }) => ({ path: `${path}[${index}]`, kind, replaces }));
    // The comparison used the inputs of the last write or read.
    for (const part of parts.length > 0 ? parts : [difference])
      detailed.set(part.path, new PropertyDiff().setKind(kindOf(part)).setInputdiff(true));
  }
  return response;
}

function kindOf({ kind, replaces }: Pick<Difference, "kind" | "replaces">): PropertyDiff.Kind {
  const { Kind } = PropertyDiff;
  if (kind === "add") return replaces ? Kind.ADD_REPLACE : Kind.ADD;
  if (kind === "delete") return replaces ? Kind.DELETE_REPLACE : Kind.DELETE;
  return replaces ? Kind.UPDATE_REPLACE : Kind.UPDATE;
}

/** Pass `property` only if Pulumi does not show its value. */
export const failureOf = (reason: string, property = ""): CheckFailure =>
  new CheckFailure().setReason(reason).setProperty(topOf(property));
