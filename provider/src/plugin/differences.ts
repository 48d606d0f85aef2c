import { CheckFailure, DiffResponse, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import type { Problem } from "../lifecycle/problems";

/** A property that differs. */
export interface Difference {
  /** Property path. */
  path: string;
  before: unknown;
  after: unknown;
  /** It cannot be changed in place. */
  replaces: boolean;
}

/** The name of the property that a path begins with. */
export const topOf = (path: string) => path.split(/[.[]/)[0] ?? "";

/** Tells the engine what differs, path by path. */
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
    // What is compared are the inputs of the last write or reading.
    detailed.set(
      difference.path,
      new PropertyDiff().setKind(kindOf(difference)).setInputdiff(true),
    );
  }
  return response;
}

function kindOf({ before, after, replaces }: Difference): PropertyDiff.Kind {
  const { Kind } = PropertyDiff;
  if (before === undefined) return replaces ? Kind.ADD_REPLACE : Kind.ADD;
  if (after === undefined) return replaces ? Kind.DELETE_REPLACE : Kind.DELETE;
  return replaces ? Kind.UPDATE_REPLACE : Kind.UPDATE;
}

export function failureOf({ property, reason }: Problem): CheckFailure {
  return new CheckFailure().setProperty(property).setReason(reason);
}
