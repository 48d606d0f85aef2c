import { z } from "zod";
import type { IdKind } from "./idKinds";
import type { Values } from "./values";

declare module "zod" {
  /** What a field of a definition tells beyond its type. */
  interface GlobalMeta {
    /** What a value means, where several spellings mean the same. */
    meaning?: (value: never) => unknown;
    /** The known values, where the specification allows others. */
    known?: readonly string[];
    /** Used only while the object is created: never compared with the instance. */
    createOnly?: boolean;
    /** Only programs have it: it is no part of what the object is on the instance. */
    programOnly?: boolean;
    /** The object is compared as a whole, as lists are. */
    whole?: boolean;
    /** The value that an update writes when a program removes the field. Without it, Pulumi stops managing the field. */
    whenRemoved?: unknown;
    /** The warning when a program removes a field that Pulumi then stops managing. */
    keptWhenRemoved?: string;
    /** The value that an omitted field means. */
    default?: unknown;
    /** A change of this field needs a replacement. */
    replaces?: boolean;
    /** Of which kind of object the value is the id. */
    idOf?: IdKind;
    /** That kind, where another field of the object that holds the id tells it. */
    idKind?: (holder: Values) => IdKind | undefined;
    /** No update changes this output. */
    stable?: boolean;
    /** The name of the type that a nested object or union gets in the SDKs. */
    typeName?: string;
  }
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
