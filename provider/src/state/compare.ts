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

/** What a value of a field means. */
export function meaningOf(schema: z.ZodType, value: unknown): unknown {
  const { meaning } = metaOf(schema);
  return value == null || meaning === undefined ? value : meaning(value as never);
}

/**
 * The paths whose values differ in meaning. A value that is not known yet differs. A field that the program
 * no longer names differs only where taking it out asks for something.
 */
export function changedPaths(schema: z.ZodObject, old: Values, next: Values): string[] {
  // The first value that a program declares is believed: there is none to compare it with.
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

/** The paths that the program declares and a reading shows to be otherwise. */
export function differingPaths(schema: z.ZodObject, declared: Values, live: Values): string[] {
  return fieldsOf(schema)
    .filter((field) => {
      const [wanted, found] = [get(declared, field.path), get(live, field.path)];
      // What is not known yet may turn out to be the same.
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
