import { z } from "zod";
import type { Resource } from "../../dist/definition/resource";
import type { IdKind } from "../../dist/definition/ids/idKinds";
import { metaOf } from "../../dist/definition/meta";
import { unwrap } from "../../dist/definition/schema";
import { list, merged, section, table } from "./markdown";
import { describe, isOptional, namedTypes, shownFields } from "./types";

/** The fields of a schema as tables of a page. */

/** A table of arguments, before `more`: which are required, and what the optional ones mean when they are omitted. */
export function argumentTable(fields: readonly Field[], more: readonly string[][] = []): string {
  const rows = fields.map(({ path, field }) => {
    const fallback = metaOf(field).omitted?.default;
    return [
      `\`${path}\``,
      typeOf(field),
      isOptional(field) ? "no" : "yes",
      fallback === undefined ? "" : `\`${JSON.stringify(fallback)}\``,
      described(field),
    ];
  });
  return table(
    ["name", "type", "required", "default", "description"],
    [...merged(rows, 0), ...more],
  );
}

/** A table of outputs, after `first`. */
export function outputTable(fields: readonly Field[], first: readonly string[][] = []): string {
  const rows = fields.map(({ path, field }) => [`\`${path}\``, typeOf(field), described(field)]);
  return table(["name", "type", "description"], [...first, ...merged(rows, 0)]);
}

/** The fields that the platform shows and no argument holds. */
export function fieldsWithoutArgument(resource: Resource): string {
  if (resource.kind !== "object" || resource.shown === undefined) return "";
  const { answer, usual = {} } = resource.shown;
  const schemas = [resource.inputs, resource.outputs];
  const held = new Set(schemas.flatMap((schema) => fieldsIn(schema).map(({ path }) => path)));
  const named = Object.entries(usual).map(([path, { is }]) => `\`${path}\` (${is})`);
  const own = fieldsIn(answer)
    .map(({ path }) => path)
    .filter((path) => !/^id$|\botherFields$/.test(path) && !held.has(path) && !(path in usual))
    .map((path) => `\`${path}\``);
  return [
    "### Fields without an argument",
    "A copy lacks fields that the platform shows and no argument holds. `pulumi-platform export` and `pulumi-platform diff`:",
    list([
      ...(named.length > 0
        ? [`Name each of these unless it has the value in brackets: ${named.join(", ")}.`]
        : []),
      `Do not name fields that the platform or another resource sets: ${own.join(", ")}.`,
      "Name any other field unless it is empty.",
    ]),
  ].join("\n\n");
}

/** Unions that have a name get a section of their own, because they can hold themselves. */
export function unionSections(schema: z.ZodObject): string {
  return [...namedTypes(schema)]
    .map(([name, type]) => {
      if (!(type instanceof z.ZodUnion)) return "";
      const options = type.options.filter((option) => option instanceof z.ZodObject);
      return section(
        name,
        `${describe(type)}\n\n${optionTable(name, options)}\n\n${optionFields(name, options)}`,
      );
    })
    .join("");
}

const isTag = (field: z.ZodType) => unwrap(field) instanceof z.ZodLiteral;

/** The options of a union, and the values of `type` that choose them. */
function optionTable(union: string, options: readonly z.ZodObject[]): string {
  const rows = options.map((option) => {
    const values = (Object.values(option.shape) as z.ZodType[])
      .map(unwrap)
      .flatMap((field) => (field instanceof z.ZodLiteral ? [...field.values] : []));
    return [
      shortName(union, option),
      values.map((value) => `\`${String(value)}\``).join(", "),
      describe(option) ?? "",
    ];
  });
  return table(["kind", "`type`", "description"], rows);
}

/** The fields of all options of a union, each once, with its type in each option. */
function optionFields(union: string, options: readonly z.ZodObject[]): string {
  const rows = options.flatMap((option) =>
    fieldsIn(option)
      .filter(({ field }) => !isTag(field))
      .map(({ path, field }) => [
        `\`${path}\``,
        typeOf(field),
        shortName(union, option),
        isOptional(field) ? "no" : "yes",
        described(field),
      ]),
  );
  const all = options.map((option) => shortName(union, option)).join(", ");
  const typed = merged(rows, 2).map(([name = "", type = "", kinds = "", ...rest]) => [
    name,
    `${type} (${kinds === all ? "all" : kinds})`,
    ...rest,
  ]);
  return table(["name", "type (of the kind)", "required", "description"], merged(typed, 1));
}

/** `Object` for `ObjectParameterSchema`. */
const shortName = (union: string, option: z.ZodObject) =>
  metaOf(option).typeName?.replace(union, "") ?? "";

/** A field with its path in a table. */
export interface Field {
  readonly path: string;
  readonly field: z.ZodType;
}

/** The fields of a schema and of the objects in it. The section of a union describes its options. */
export function fieldsIn(schema: z.ZodObject, prefix = ""): Field[] {
  return shownFields(schema).flatMap(([name, field]) => {
    const bare = unwrap(field);
    const path = prefix + name;
    const nested = bare instanceof z.ZodArray ? unwrap(bare.element as z.ZodType) : bare;
    const inner = path + (bare instanceof z.ZodArray ? "[]." : ".");
    const isObject = nested instanceof z.ZodObject && unionOf(nested) === undefined;
    return [{ path, field }, ...(isObject ? fieldsIn(nested, inner) : [])];
  });
}

/** The name of the union that has an object among its options. */
function unionOf(object: z.ZodObject): string | undefined {
  const { typeName } = metaOf(object);
  return [...namedTypes(object)].find(
    ([, type]) =>
      type instanceof z.ZodUnion &&
      type.options.some((option) => metaOf(option as z.ZodType).typeName === typeName),
  )?.[0];
}

/** The sections of `docs/ids.md`. */
const sections: Record<IdKind, string> = {
  page: "pages",
  view: "report-views",
  schedule: "report-schedules",
  card: "cards",
  dataset: "datasets",
  dataVersion: "data-versions",
  stream: "streams",
  user: "users",
  group: "groups",
  role: "roles",
  file: "files",
  model: "models",
  session: "ai-sessions",
};

/** The section of a kind; of a field that holds ids of several kinds, the whole page. */
const anchorOf = (idOf: NonNullable<z.GlobalMeta["idOf"]>): string =>
  typeof idOf === "string" ? `#${sections[idOf]}` : "";

function described(field: z.ZodType): string {
  const { deprecated, idOf } = metaOf(field);
  const text = describe(field) ?? "";
  const values = allowed(unwrap(field));
  const isNamed = quoted(values).every((value) => quoted(text).includes(value));
  return [
    deprecated === true ? "Deprecated." : "",
    idOf === undefined ? text : text.replace(/\bids?\b/i, `[$&](../ids.md${anchorOf(idOf)})`),
    isNamed && values.startsWith("Allowed") ? "" : values,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

const quoted = (text: string): readonly string[] => text.match(/`[^`]+`/g) ?? [];

/** The values that a field can have, where its schema names them. */
function allowed(schema: z.ZodType): string {
  const words = (all: readonly unknown[]) => all.map((word) => `\`${String(word)}\``).join(", ");
  if (schema instanceof z.ZodEnum) return `Allowed: ${words(schema.options)}.`;
  if (schema instanceof z.ZodLiteral) {
    const values = [...schema.values];
    return `${values.length === 1 ? "Always" : "Allowed:"} ${words(values)}.`;
  }
  if (schema instanceof z.ZodNumber) return bounds(schema);
  const { known } = metaOf(schema);
  return known === undefined ? "" : `Known values: ${words(known)}.`;
}

/** Bounds that the schema names: those of every whole number say nothing. */
function bounds({ minValue, maxValue }: z.ZodNumber): string {
  const isBound = (value: number | null) => value !== null && Math.abs(value) < 2 ** 31 - 1;
  return isBound(minValue) && isBound(maxValue) ? `Allowed: ${minValue}–${maxValue}.` : "";
}

function typeOf(schema: z.ZodType): string {
  const bare = unwrap(schema);
  const { typeName } = metaOf(bare);
  if (bare instanceof z.ZodUnion) {
    return typeName
      ? `[${typeName}](#${typeName.toLowerCase()})`
      : (bare.options as z.ZodType[]).map(typeOf).join(" or ");
  }
  if (bare instanceof z.ZodArray) return containerOf("list", bare.element as z.ZodType);
  if (bare instanceof z.ZodRecord) return containerOf("map", bare.valueType as z.ZodType);
  if (bare instanceof z.ZodObject) {
    const union = unionOf(bare);
    return union === undefined
      ? "object"
      : `${shortName(union, bare)} [${union}](#${union.toLowerCase()})`;
  }
  if (bare instanceof z.ZodNumber) return /int/.test(bare.format ?? "") ? "whole number" : "number";
  if (bare instanceof z.ZodBoolean) return "boolean";
  if (bare instanceof z.ZodNull) return "null";
  if (bare instanceof z.ZodUnknown) return "any";
  return "string";
}

/** Names the type of the parts, as in `list of strings`. */
function containerOf(container: string, part: z.ZodType): string {
  const plural = typeOf(part).replace(
    /(^| or )(string|number|whole number|boolean|object|map)\b/g,
    "$1$2s",
  );
  return `${container} of ${plural}`;
}
