import { cannotDelete, sentence, verbsOf } from "pulumi-platform-provider/tooling";
import type { Values } from "pulumi-platform-provider/tooling";
import type { Remaining } from "./read.js";
import type { Change, Impossible } from "./types.js";
import { symbolText, withInstead } from "./values.js";

/** The deletes that no operation can make: the engine asks providers about deletes only when it applies them. */
export function impossibleDeletes(
  changes: readonly Change[],
  remaining: readonly Remaining[],
): Impossible[] {
  return changes.flatMap((change) => {
    const { op, resource, instance, id = "", urn, before = {}, label } = change;
    if (op !== "delete" || change.isRetained === true) return [];
    if (resource?.kind !== "object" || instance === undefined) return [];
    if (verbsOf(resource, instance.operations).delete !== undefined) return [];
    if (isManagedByOthers(change, remaining)) return [];
    const state = withInstead(before, symbolText) as Values;
    const { reason, hint = "" } = cannotDelete(resource, id, state, urn);
    return [
      {
        kind: "impossible",
        type: resource.name,
        urn,
        object: label,
        property: "",
        reason: `${sentence(reason)} ${hint}`,
        code: "impossible",
      },
    ];
  });
}

/** Whether other resources of the program manage the same object, or all that the resource manages of it. */
function isManagedByOthers({ resource, id, urn, before }: Change, remaining: readonly Remaining[]) {
  const others = remaining.filter(
    ({ about }) => about.urn !== urn && about.resource !== undefined && about.resource === resource,
  );
  if (others.some(({ about, inputs }) => id !== undefined && [about.id, inputs.adopt].includes(id)))
    return true;
  const claimsOf = (values: Values | undefined) =>
    resource?.claims?.(withInstead(values, symbolText) as Values) ?? [];
  const claimed = new Set(others.flatMap(({ inputs }) => claimsOf(inputs)));
  const claims = claimsOf(before);
  return claims.length > 0 && claims.every((claim) => claimed.has(claim));
}
