import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Values } from "../definition/values";
import { get } from "../definition/paths";
import { metaOf } from "../definition/meta";
import { fieldsOf } from "../definition/schema";
import type { Field } from "../definition/schema";
import { holdsUnknown } from "../definition/unknowns";

/** Whether two values of a field mean the same. */
export function same({ schema }: Field, a: unknown, b: unknown): boolean {
  if (isDeepStrictEqual(a, b) || isDeepStrictEqual(meaningOf(schema, a), meaningOf(schema, b)))
    return true;
  return a != null && b != null && metaOf(schema).alike?.(a as never, b as never) === true;
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

/** The items of the list at a path that the other list lacks, whatever their spelling. */
export function lackedBy(
  schema: z.ZodObject,
  path: string,
  others: readonly unknown[],
  items: readonly unknown[],
): unknown[] {
  const field = fieldsOf(schema).find((one) => one.path === path);
  const keyOf = (item: unknown) => JSON.stringify(field ? meaningOf(field.schema, [item]) : [item]);
  const known = new Set(others.map(keyOf));
  return items.filter((item) => !known.has(keyOf(item)));
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
