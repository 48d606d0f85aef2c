import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { contentOf } from "./journal";

/**
 * A read puts the live values into the inputs, so the next check would take drift for a change made by the
 * program. What the program last declared is therefore kept beside them under this name, by property path:
 * as hashes, since it may be a secret. Pulumi shows no property whose name begins with two underscores.
 */
export const driftKey = "__drift";

type Drift = Record<string, string[]>;

/** The entry that remembers what the program declared before the instance went its own way. */
export function noteDrift(state: Values, declared: Values): Values {
  const drift: Drift = { ...(state[driftKey] as Drift | undefined) };
  for (const [path, value] of Object.entries(declared)) {
    // Several, as a program may have accepted one drift before the next came.
    drift[path] = [...(drift[path] ?? []), contentOf(value)];
  }
  return Object.keys(drift).length === 0 ? {} : { [driftKey]: drift };
}

/** The paths in which the inputs say what they said before the instance went its own way. */
export function driftedPaths(resource: Resource, old: Values, inputs: Values): string[] {
  const drift = (old[driftKey] ?? {}) as Drift;
  return fieldsOf(resource.inputs)
    .filter(({ path }) => drift[path]?.includes(contentOf(get(inputs, path))))
    .map(({ path }) => path);
}
