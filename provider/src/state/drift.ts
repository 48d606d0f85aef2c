import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { declaredBeforeDriftKey } from "./bookkeeping";
import { meaningOf } from "./compare";
import { contentOf } from "./contentHash";

/** Hashes of declared values, as these may be secret, by property path. */
type Declared = Record<string, string[]>;

/** Adds these values to the state: the program declared them before somebody changed the instance. */
export function noteDrift(state: Values, values: Values): Values {
  const declared: Declared = { ...(state[declaredBeforeDriftKey] as Declared | undefined) };
  for (const [path, value] of Object.entries(values)) {
    // A path can have several values, because a program can accept one drift before the next one.
    declared[path] = [...(declared[path] ?? []), contentOf(value)];
  }
  return Object.keys(declared).length === 0 ? {} : { [declaredBeforeDriftKey]: declared };
}

/** The paths at which the program still declares the value from before the manual change. */
export function driftedPaths(resource: Resource, old: Values, inputs: Values): string[] {
  const declared = (old[declaredBeforeDriftKey] ?? {}) as Declared;
  return fieldsOf(resource.inputs)
    .filter(({ path, schema }) => {
      const value = get(inputs, path);
      return value !== undefined && declared[path]?.includes(contentOf(meaningOf(schema, value)));
    })
    .map(({ path }) => path);
}
