import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Values } from "../definition/values";
import { get } from "../definition/paths";
import { metaOf } from "../definition/meta";
import { fieldsOf } from "../definition/schema";
import type { Field } from "../definition/schema";
import { holdsUnknown } from "../definition/unknowns";
import { notShownKey } from "./bookkeeping";

/** Whether two values of a field mean the same. */
export function same({ schema }: Field, a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b) || isDeepStrictEqual(meaningOf(schema, a), meaningOf(schema, b));
}

/** The normalized form of a value: values with the same meaning have the same form. */
export function meaningOf(schema: z.ZodType, value: unknown): unknown {
  const { meaning } = metaOf(schema);
  return value == null || meaning === undefined ? value : meaning(value as never);
}

/** The normalized form of the value at the path of a field. */
export function meantAt(schema: z.ZodObject, path: string, values: Values): unknown {
  const field = fieldsOf(schema).find((one) => one.path === path);
  const value = get(values, path);
  return field === undefined ? value : meaningOf(field.schema, value);
}

/**
 * The paths whose values differ in meaning. A value that is not known yet counts as different. An omitted field counts
 * only if the definition says what to write for it.
 */
export function changedPaths(schema: z.ZodObject, old: Values, next: Values): string[] {
  // After an import, the first declared value of these paths has no earlier value to compare with.
  const notShown = notShownKey in next ? [] : ((old[notShownKey] ?? []) as string[]);
  return fieldsOf(schema)
    .filter(({ path }) => !notShown.includes(path))
    .filter((field) => {
      const { omitted = {} } = metaOf(field.schema);
      const meant = (value: unknown) =>
        isDeepStrictEqual(value, omitted.default) ? undefined : value;
      const [before, after] = [meant(get(old, field.path)), meant(get(next, field.path))];
      if (holdsUnknown(after)) return true;
      if (after === undefined && before !== undefined) {
        return omitted.write !== undefined && !same(field, before, omitted.write);
      }
      return !same(field, before, after);
    })
    .map(({ path }) => path);
}

/** The declared paths that have another value on the instance. */
export function differingPaths(schema: z.ZodObject, declared: Values, live: Values): string[] {
  return fieldsOf(schema)
    .filter((field) => {
      const [wanted, found] = [get(declared, field.path), get(live, field.path)];
      // A value that is not known yet can still be equal.
      if (wanted === undefined || found === undefined || holdsUnknown(wanted)) return false;
      return !same(field, wanted, found);
    })
    .map(({ path }) => path);
}

/** The fields of these names that have a value. */
export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}

/** The fields that have a value. */
export function defined(values: Values): Values {
  return pick(values, Object.keys(values));
}
