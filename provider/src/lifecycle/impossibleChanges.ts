import { verbsOf } from "../definition/object";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Failure } from "../report/diagnostics";
import * as messages from "../report/messages";
import type { Settings } from "../settings/index";

/** The changes for which the instance has no call, with the ways out. */
export function impossibleChanges(
  { resource, inputs, isStateless }: { resource: Resource; inputs: Values; isStateless?: boolean },
  old: Values,
  changed: readonly string[],
  { operations, confirmAbsent: confirmed }: Settings,
): Failure[] {
  if (resource.kind === "action") return [];
  const verbs = verbsOf(resource, operations);
  const refused = verbs.update?.refuse?.(old, inputs, changed, confirmed) ?? [];
  const replaced = resource.replaces(old, inputs, changed);
  return changed.flatMap((path) => {
    const refusal = refused.find((candidate) => candidate.path === path);
    const verb = replaced.includes(path) ? "delete" : "update";
    if (verbs[verb] === undefined) {
      const change = messages.cannotChange(resource, old, inputs, path, verb, isStateless);
      return [{ property: path, ...change, code: "impossible" }];
    }
    return refusal === undefined
      ? []
      : [{ property: path, ...messages.refusedChange(refusal), code: "impossible" }];
  });
}
