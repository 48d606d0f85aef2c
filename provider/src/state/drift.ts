import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { declaredBeforeDriftKey } from "./bookkeeping";
import { meaningOf } from "./compare";
import { hasHash, withHashes } from "./contentHash";
import type { ValueHashes } from "./contentHash";

const declaredIn = (state: Values) => (state[declaredBeforeDriftKey] ?? {}) as ValueHashes;

/** Adds these values to the state: the program declared them before somebody changed the instance. */
export function noteDrift(state: Values, values: Values): Values {
  // A program can accept one drift before the next one.
  const declared = withHashes(declaredIn(state), values);
  return Object.keys(declared).length === 0 ? {} : { [declaredBeforeDriftKey]: declared };
}

/** The paths at which the program still declares the value from before the manual change. */
export function driftedPaths(resource: Resource, old: Values, inputs: Values): string[] {
  const declared = declaredIn(old);
  return fieldsOf(resource.inputs)
    .filter(({ path, schema }) => {
      const value = declared[path] && get(inputs, path);
      return value !== undefined && hasHash(declared, path, meaningOf(schema, value));
    })
    .map(({ path }) => path);
}
