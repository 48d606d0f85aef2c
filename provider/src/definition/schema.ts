import { z } from "zod";
import { memoize } from "./memoize";
import { metaOf } from "./meta";
import { get } from "./paths";

/** A field of a schema: its path, and the schema with its meta data. */
export interface Field {
  path: string;
  schema: z.ZodType;
}

/** The fields that Pulumi compares: each field of a nested object by itself, and a list as a whole. */
export const fieldsOf = memoize((schema: z.ZodObject): readonly Field[] => fieldsBelow(schema, ""));

function fieldsBelow(schema: z.ZodObject, prefix: string): Field[] {
  return Object.entries(schema.shape).flatMap(([name, inner]) => {
    const path = prefix + name;
    const bare = unwrap(inner as z.ZodType);
    const { programOnly, meaning } = metaOf(inner as z.ZodType);
    if (programOnly === "create") return [];
    return bare instanceof z.ZodObject && meaning === undefined
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
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodLazy
  ) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  if (!(schema instanceof z.ZodPipe)) return schema;
  const { in: from, out: to } = schema;
  return unwrap((to instanceof z.ZodTransform ? from : to) as z.ZodType);
}

/** The schemas of the fields, items or options of a schema. */
export function partsOf(schema: z.ZodType): z.ZodType[] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodObject) return Object.values(bare.shape) as z.ZodType[];
  if (bare instanceof z.ZodArray) return [bare.element as z.ZodType];
  if (bare instanceof z.ZodRecord) return [bare.valueType as z.ZodType];
  return bare instanceof z.ZodUnion ? (bare.options as z.ZodType[]) : [];
}

/** The object schema that applies to a value. Of a union, it is the option with the same discriminator. */
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
