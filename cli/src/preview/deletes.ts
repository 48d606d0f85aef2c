import { adviceParts, cannotDelete, verbsOf } from "pulumi-platform-provider/contract";
import type { Impossible, Values } from "pulumi-platform-provider/contract";
import { exclusiveKeysOf } from "./holdings.js";
import type { Remaining } from "./read.js";
import type { Change } from "./types.js";
import { withWords } from "../stack/values.js";

/** The deletes that no operation can make: the engine asks providers about deletes only when it applies them. */
export function impossibleDeletes(changes: readonly Change[]): Impossible[] {
  return changes.flatMap((change) => {
    const { op, resource, instance, id = "", urn, before = {}, label } = change;
    if (op !== "delete" || change.isRetained === true) return [];
    if (resource?.kind !== "object" || instance === undefined) return [];
    if (verbsOf(resource, instance.operations).delete !== undefined) return [];
    if (change.isKept) return [];
    const state = withWords(before) as Values;
    const { advice } = cannotDelete({ resource, id, state, identity: urn });
    const { sentence, options } = adviceParts(advice);
    const why = `The documented API cannot delete ${label} (id ${id}).`;
    return [
      {
        kind: "impossible",
        type: resource.name,
        urn,
        object: label,
        property: "",
        reason: sentence === undefined ? why : `${why} ${sentence}`,
        ...(options.length > 0 && { options }),
        code: "impossible",
      },
    ];
  });
}

/** Marks deletes of what other resources of the program manage: the same object, or all parts of it that this resource manages. */
export const withKept = (changes: readonly Change[], remaining: readonly Remaining[]): Change[] =>
  changes.map((change) => (isKept(change, remaining) ? { ...change, isKept: true } : change));

function isKept(change: Change, remaining: readonly Remaining[]): boolean {
  const { resource, id = "", op, urn, before = {}, sharedKeys = [] } = change;
  if (id === "" || op !== "delete") return false;
  const keys = exclusiveKeysOf(resource, before);
  if (keys.length > 0) return keys.length === sharedKeys.length;
  return remaining.some(
    ({ about, inputs }) =>
      about.urn !== urn && about.resource === resource && [about.id, inputs.adopt].includes(id),
  );
}
