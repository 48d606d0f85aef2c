import { z } from "zod";
import type { IdKind } from "./ids/idKinds";
import { memoize } from "./memoize";
import type { Values } from "./values";

declare module "zod" {
  /** The properties of a field of a definition beyond its type. */
  interface GlobalMeta {
    /** The meaning of a value that can be written in several ways. An object with a meaning is compared as a whole. */
    meaning?: (value: never) => unknown;
    /** Whether two values mean the same although no form of them does: one of them can mean several others. */
    alike?: (one: never, other: never) => boolean;
    /** The known values, if the platform may accept others. */
    known?: readonly string[];
    /** Only programs have this field; objects on the instance do not. With `create`, a later change has no effect. */
    programOnly?: "create" | "update";
    omitted?: Omitted;
    /** A change of this field needs a replacement. */
    replaces?: boolean;
    /** The kind of object whose id the value is; a function if another field of the same object decides the kind. */
    idOf?: IdKind | ((holder: Values) => IdKind | undefined);
    /** An update never changes this output. */
    stable?: boolean;
    /** The name of the type that a nested object or union gets in the SDKs. */
    typeName?: string;
  }
}

/** The meaning of a field that a program omits. */
interface Omitted {
  /** The value of an omitted field. */
  default?: unknown;
  /**
   * The value that an update or a replacement writes when a program removes the field. Without it, Pulumi stops
   * managing the field.
   */
  write?: unknown;
  /** The warning when a program removes a field that Pulumi then stops managing. */
  warning?: string;
}

/** The meta data of a field, even if `optional` was applied after it. */
export const metaOf = memoize((schema: z.ZodType): z.GlobalMeta => {
  const inner = schema instanceof z.ZodOptional ? metaOf(schema.unwrap() as z.ZodType) : {};
  return { ...inner, ...schema.meta() };
});
