import type { PlatformFunction } from "../../dist/definition/function";
import type { Resource } from "../../dist/definition/resource";
import { camel } from "./examples";
import type { PackageSchema, Properties, Spec } from "./spec";

/** An example with the types of the package schema, for languages in which a program names them. */
export interface TypedExample {
  name: string;
  variable: string;
  /** The resource or function. */
  type: string;
  isFunction: boolean;
  /** Whether a resource has the name of the function after its `get`. */
  hasResource: boolean;
  args: readonly Field[];
  exports: readonly (readonly [key: string, path: readonly Step[]])[];
}

export type Field = readonly [name: string, value: Typed];

/** `type` is the name of an object or enum, and `of` that of the elements, undefined if they have several types. */
export type Typed =
  | { kind: "object"; type: string; fields: readonly Field[] }
  | { kind: "list"; of: string | undefined; items: readonly Typed[] }
  | { kind: "map"; of: string | undefined; entries: readonly Field[] }
  | { kind: "enum"; type: string; value: string }
  | { kind: "null" }
  | { kind: "string" | "number" | "integer" | "boolean"; value: string | number | boolean };

/** A step to a part of an output. */
export type Step = { field: string } | { index: number } | { key: string };

const tokenOf = (reference: string) => reference.replace("#/types/", "");
const nameOf = (reference: string) => reference.replace(/^.*:/, "");
export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export function typedExample(
  definition: Resource | PlatformFunction,
  schema: PackageSchema,
): TypedExample {
  const { name, args, exports = {} } = definition.example;
  const isFunction = "args" in definition;
  const token = `platform:index:${definition.name}`;
  const [given, got] = isFunction
    ? [schema.functions[token]?.inputs.properties, schema.functions[token]?.outputs.properties]
    : [schema.resources[token]?.inputProperties, schema.resources[token]?.properties];
  return {
    name,
    variable: camel(name),
    type: definition.name,
    isFunction,
    hasResource: `platform:index:${definition.name.replace(/^get/, "")}` in schema.resources,
    args: fieldsOf(args, given ?? {}, schema),
    exports: Object.entries(exports).map(([key, path]) => [key, stepsOf(path, got ?? {}, schema)]),
  };
}

const fieldsOf = (value: object, properties: Properties, schema: PackageSchema): Field[] =>
  Object.entries(value).map(([name, part]) => [name, typed(part, properties[name] ?? {}, schema)]);

function typed(value: unknown, spec: Spec, schema: PackageSchema): Typed {
  const { oneOf, discriminator, $ref = "", items = {}, additionalProperties = {} } = spec;
  if (oneOf !== undefined) {
    const kind = (value as Record<string, string>)[discriminator?.propertyName ?? ""] ?? "";
    const reference = discriminator?.mapping[kind];
    const option = reference === undefined ? ofType(value, oneOf) : { $ref: reference };
    return typed(value, option, schema);
  }
  if (Array.isArray(value)) {
    const parts = value.map((item) => typed(item, items, schema));
    return { kind: "list", of: elementOf(items), items: parts };
  }
  const named = schema.types[tokenOf($ref)];
  if (named?.enum) return { kind: "enum", type: nameOf($ref), value: String(value) };
  if (typeof value !== "object" || value === null) return word(value, spec);
  if (named?.properties) {
    const fields = fieldsOf(value, named.properties, schema);
    return { kind: "object", type: nameOf($ref), fields };
  }
  const entries = Object.entries(value).map(
    ([key, part]) => [key, typed(part, additionalProperties, schema)] as const,
  );
  return { kind: "map", of: elementOf(additionalProperties), entries };
}

function ofType(value: unknown, options: readonly Spec[]): Spec {
  const found = options.find(
    ({ type }) => type === typeof value || (type === "integer" && typeof value === "number"),
  );
  if (found === undefined) throw new Error(`no type for ${JSON.stringify(value)}`);
  return found;
}

function word(value: unknown, { type }: Spec): Typed {
  if (typeof value === "number") return { kind: type === "integer" ? type : "number", value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  return typeof value === "string" ? { kind: "string", value } : { kind: "null" };
}

/** The name of the elements: a type of the package or of JSON. */
function elementOf({ $ref, type }: Spec): string | undefined {
  if ($ref === undefined) return type;
  return $ref.startsWith("#") ? nameOf($ref) : undefined;
}

function stepsOf(path: string, properties: Properties, schema: PackageSchema): Step[] {
  let at: Spec | undefined = { properties };
  return (path.match(/\w+/g) ?? []).map((part) => {
    const holder: Spec = at?.$ref ? (schema.types[tokenOf(at.$ref)] ?? {}) : (at ?? {});
    if (holder.items) {
      at = holder.items;
      return { index: Number(part) };
    }
    at = holder.properties?.[part];
    return holder.properties ? { field: part } : { key: part };
  });
}
