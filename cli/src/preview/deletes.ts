import { adviceParts, cannotDelete, verbsOf } from "pulumi-platform-provider/contract";
import type { Impossible, Values } from "pulumi-platform-provider/contract";
import type { Change } from "./types.js";
import { withWords } from "../stack/values.js";

/** The deletes that no operation can make: the engine asks providers about deletes only when it applies them. */
export function impossibleDeletes(changes: readonly Change[]): Impossible[] {
  const refused = changes.flatMap((change) => {
    const { op, resource, instance } = change;
    if (op !== "delete" || change.isRetained === true || change.isKept) return [];
    if (resource?.kind !== "object" || instance === undefined) return [];
    return verbsOf(resource, instance.operations).delete === undefined
      ? [{ ...change, resource, instance }]
      : [];
  });
  return refused.map(({ resource, instance, id = "", urn, before = {}, label }) => {
    const state = withWords(before) as Values;
    // Several ids are confirmed at once.
    const confirmed = refused.length === 1 ? (instance.confirmAbsent ?? []) : undefined;
    const { advice } = cannotDelete({ resource, id, state, identity: urn, confirmed });
    const { sentence, options } = adviceParts(advice);
    const why = `The documented API cannot delete ${label} (id ${id}).`;
    return {
      kind: "impossible",
      type: resource.name,
      urn,
      object: label,
      property: "",
      reason: sentence === undefined ? why : `${why} ${sentence}`,
      ...(options.length > 0 && { options }),
      code: "impossible",
    };
  });
}
