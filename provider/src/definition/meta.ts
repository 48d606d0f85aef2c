import { z } from "zod";
import type { IdKind } from "./idKinds";
import type { Values } from "./values";

declare module "zod" {
  /** What a field of a definition tells beyond its type. */
  interface GlobalMeta {
    /** What a value means, where several spellings mean the same. An object with a meaning is compared as a whole. */
    meaning?: (value: never) => unknown;
    /** The known values, where the specification allows others. */
    known?: readonly string[];
    /** Only programs have it, the object on the instance does not. Of `create`, a later change has no effect. */
    programOnly?: "create" | "update";
    omitted?: Omitted;
    /** A change of this field needs a replacement. */
    replaces?: boolean;
    /** Of which kind of object the value is the id; a function where another field of the holding object tells it. */
    idOf?: IdKind | ((holder: Values) => IdKind | undefined);
    /** No update changes this output. */
    stable?: boolean;
    /** The name of the type that a nested object or union gets in the SDKs. */
    typeName?: string;
  }
}

/** What it means that a program omits a field. */
export interface Omitted {
  /** The value that an omitted field means. */
  default?: unknown;
  /**
   * The value that an update or a replacement writes when a program removes the field. Without it, Pulumi stops
   * managing the field.
   */
  write?: unknown;
  /** The warning when a program removes a field that Pulumi then stops managing. */
  warning?: string;
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
