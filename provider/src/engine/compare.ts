import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Values } from "../define";
import { holdsUnknown, unknown } from "./unknowns";

/** A field of a schema: its path, the schema that holds its meta data, and whether it may be left out. */
export interface Field {
  path: string;
  schema: z.ZodType;
}

/** The managed fields of a schema: nested objects are taken apart, lists and the like compared as a whole. */
export function fieldsOf(schema: z.ZodObject): readonly Field[] {
  const known = fields.get(schema) ?? fieldsBelow(schema, "");
  fields.set(schema, known);
  return known;
}
const fields = new WeakMap<z.ZodObject, readonly Field[]>();

function fieldsBelow(schema: z.ZodObject, prefix: string): Field[] {
  return Object.entries(schema.shape).flatMap(([name, inner]) => {
    const path = prefix + name;
    const bare = unwrap(inner as z.ZodType);
    const { createOnly, whole } = metaOf(inner as z.ZodType);
    if (createOnly === true) return [];
    return bare instanceof z.ZodObject && whole !== true
      ? fieldsBelow(bare, `${path}.`)
      : [{ path, schema: inner as z.ZodType }];
  });
}

/** The schema inside `optional` and the like. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodLazy
  ) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  if (!(schema instanceof z.ZodPipe)) return schema;
  const { in: from, out: to } = schema;
  return unwrap((to instanceof z.ZodTransform ? from : to) as z.ZodType);
}

/** The schemas that a schema is made of. */
export function partsOf(schema: z.ZodType): z.ZodType[] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodObject) return Object.values(bare.shape) as z.ZodType[];
  if (bare instanceof z.ZodArray) return [bare.element as z.ZodType];
  if (bare instanceof z.ZodRecord) return [bare.valueType as z.ZodType];
  return bare instanceof z.ZodUnion ? (bare.options as z.ZodType[]) : [];
}

/** The schema of an object with these fields: of a union, the option of the same kind. */
export function objectFor(schema: z.ZodType, value: unknown): z.ZodObject | undefined {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodObject) return bare;
  if (!(bare instanceof z.ZodDiscriminatedUnion)) return undefined;
  const { discriminator, options } = bare.def;
  const kind = get(value, discriminator);
  return (options as z.ZodType[])
    .map(unwrap)
    .filter((option) => option instanceof z.ZodObject)
    .find(({ shape }) => (shape[discriminator] as z.ZodType).safeParse(kind).success);
}

/** The schema of a part of a value: of a field, an item or an entry. */
export function partFor(
  schema: z.ZodType,
  value: unknown,
  key: PropertyKey,
): z.ZodType | undefined {
  const bare = unwrap(schema);
  const fields = objectFor(bare, value)?.shape ?? {};
  if (Object.hasOwn(fields, key)) return fields[String(key)] as z.ZodType;
  return bare instanceof z.ZodArray || bare instanceof z.ZodRecord ? partsOf(bare)[0] : undefined;
}

/** The value at a path; of what is not known yet, no part is known either. */
export function get(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, key) => {
    if (inner === unknown) return unknown;
    return typeof inner === "object" && inner !== null ? (inner as Values)[key] : undefined;
  }, values);
}

/** Sets a field in place; the objects on its way exist or are made. */
export function set(values: Values, path: string, value: unknown): void {
  const [key, ...rest] = path.split(".") as [string, ...string[]];
  if (rest.length === 0) values[key] = value;
  else set((values[key] ??= {}) as Values, rest.join("."), value);
}

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
 * The entry that remembers what the platform did not show of an object that was imported. What a program
 * first says of it is taken to be so, as there is nothing that it could be compared with.
 */
export const unseenKey = "__unseen";

/** The entry of an imported object that remembers which of these values nobody has written there yet. */
export const unsentKey = "__unsent";

/**
 * The paths whose values differ in meaning. A value that is not known yet differs. A field that the program
 * no longer names differs only where taking it out asks for something.
 */
export function changedPaths(schema: z.ZodObject, old: Values, next: Values): string[] {
  const unseen = unseenKey in next ? [] : ((old[unseenKey] ?? []) as string[]);
  return fieldsOf(schema)
    .filter(({ path }) => !unseen.includes(path))
    .filter((field) => {
      const { whenRemoved, sameAsAbsent } = metaOf(field.schema);
      const meant = (value: unknown) =>
        isDeepStrictEqual(value, sameAsAbsent) ? undefined : value;
      const [before, after] = [meant(get(old, field.path)), meant(get(next, field.path))];
      if (holdsUnknown(after)) return true;
      if (after === undefined && before !== undefined) {
        return whenRemoved !== undefined && !same(field, before, whenRemoved);
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

/** The meta data of a field, also where it was given inside `optional`. */
export function metaOf(schema: z.ZodType): z.GlobalMeta {
  const known = metas.get(schema);
  if (known !== undefined) return known;
  const inner = schema instanceof z.ZodOptional ? metaOf(schema.unwrap() as z.ZodType) : {};
  const meta = { ...inner, ...schema.meta() };
  metas.set(schema, meta);
  return meta;
}
const metas = new WeakMap<z.ZodType, z.GlobalMeta>();

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
