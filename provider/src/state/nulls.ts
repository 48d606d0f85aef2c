import type { z } from "zod";
import type { Values } from "../definition/values";
import { memoize } from "../definition/memoize";
import { objectFor, partFor } from "../definition/schema";

/**
 * The values without nulls that mean "omitted": a null in a field whose schema does not accept null. A null in a list,
 * in an open record, or in a field that accepts it is a value, and is sent.
 */
export function withoutNulls(schema: z.ZodObject, values: Values): Values {
  return holdsNull(values) ? (cleaned(schema, values) as Values) : values;
}

function holdsNull(value: unknown): boolean {
  return typeof value === "object" && (value === null || Object.values(value).some(holdsNull));
}

function cleaned(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const inner = (item: unknown, key: PropertyKey) => {
    const part = partFor(schema, value, key);
    return part === undefined ? item : cleaned(part, item);
  };
  if (Array.isArray(value)) return value.map(inner);
  const fields = objectFor(schema, value)?.shape ?? {};
  const isLeftOut = (key: string, item: unknown) =>
    item === null && Object.hasOwn(fields, key) && !acceptsNull(fields[key] as z.ZodType);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => !isLeftOut(key, item))
      .map(([key, item]) => [key, inner(item, key)]),
  );
}

const acceptsNull = memoize((schema: z.ZodType) => schema.safeParse(null).success);
