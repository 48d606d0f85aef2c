import { z } from "zod";
import type { Resource } from "../../dist/definition/resource";
import type { IdKind } from "../../dist/definition/idKinds";
import { metaOf } from "../../dist/definition/meta";
import { unwrap } from "../../dist/definition/schema";
import { section, table } from "./markdown";
import { describe, isOptional, namedTypes, shownFields } from "./types";

/** The fields of a schema as tables of a page. */

/** A table of arguments, before `more`: which are required, and what the optional ones mean when they are omitted. */
export function argumentTable(schema: z.ZodObject, more: readonly string[][] = []): string {
  const rows = fieldsIn(schema).map(({ path, field }) => {
    const fallback = metaOf(field).omitted?.default;
    return [
      `\`${path}\``,
      typeOf(field),
      isOptional(field) ? "no" : "yes",
      fallback === undefined ? "" : `\`${JSON.stringify(fallback)}\``,
      described(field),
    ];
  });
  return table(["name", "type", "required", "default", "description"], [...rows, ...more]);
}

/** A table of outputs, after `first`. */
export function outputTable(schema: z.ZodObject, first: readonly string[][] = []): string {
  const rows = fieldsIn(schema).map(({ path, field }) => [
    `\`${path}\``,
    typeOf(field),
    described(field),
  ]);
  return table(["name", "type", "description"], [...first, ...rows]);
}

/** The fields that the platform shows and no argument holds. */
export function shownTable(resource: Resource): string {
  if (resource.kind !== "object" || resource.shown === undefined) return "";
  const { answer, usual = {} } = resource.shown;
  const schemas = [resource.inputs, resource.outputs];
  const held = new Set(schemas.flatMap((schema) => fieldsIn(schema).map(({ path }) => path)));
  const named = Object.entries(usual).map(([path, { is }]) => [path, `named, unless it is ${is}`]);
  const own = fieldsIn(answer)
    .map(({ path }) => path)
    .filter((path) => !/^id$|\botherFields$/.test(path) && !held.has(path) && !(path in usual))
    .map((path) => [path, "not named: the platform or another resource sets it"]);
  const rows = [...named, ...own].map(([path, text]) => [`\`${path}\``, text ?? ""]);
  return [
    "### Fields without an argument",
    "`pulumi-platform export` and `pulumi-platform diff` name fields that the platform shows and no argument holds. A copy lacks them.",
    table(
      ["field", "in export and diff"],
      [...rows, ["any other field", "named, unless it is empty"]],
    ),
  ].join("\n\n");
}

/** Unions that have a name get a section of their own, because they can hold themselves. */
export function unionSections(
  schemas: readonly z.ZodObject[],
  tableOf: (schema: z.ZodObject) => string,
): string {
  const types = new Map(schemas.flatMap((schema) => [...namedTypes(schema)]));
  return [...types]
    .map(([name, type]) => {
      if (!(type instanceof z.ZodUnion)) return "";
      const options = type.options
        .filter((option) => option instanceof z.ZodObject)
        .map((one) => `### ${metaOf(one).typeName}\n\n${describe(one)}\n\n${tableOf(one)}`);
      return section(name, `${describe(type)}\n\n${options.join("\n\n")}`);
    })
    .join("");
}

function fieldsIn(schema: z.ZodObject, prefix = ""): { path: string; field: z.ZodType }[] {
  return shownFields(schema).flatMap(([name, field]) => {
    const bare = unwrap(field);
    const path = prefix + name;
    const nested = bare instanceof z.ZodArray ? unwrap(bare.element as z.ZodType) : bare;
    const inner = path + (bare instanceof z.ZodArray ? "[]." : ".");
    return [{ path, field }, ...(nested instanceof z.ZodObject ? fieldsIn(nested, inner) : [])];
  });
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
  return [
    deprecated === true ? "Deprecated." : "",
    describe(field) ?? "",
    allowed(unwrap(field)),
    idOf === undefined ? "" : `[Where to find it](../ids.md${anchorOf(idOf)}).`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The values that a field can have, where its schema names them. */
function allowed(schema: z.ZodType): string {
  const list = (words: readonly unknown[]) => words.map((word) => `\`${String(word)}\``).join(", ");
  if (schema instanceof z.ZodEnum) return `Allowed: ${list(schema.options)}.`;
  if (schema instanceof z.ZodLiteral) {
    const values = [...schema.values];
    return `${values.length === 1 ? "Always" : "Allowed:"} ${list(values)}.`;
  }
  if (schema instanceof z.ZodNumber) return bounds(schema);
  const { known } = metaOf(schema);
  return known === undefined
    ? ""
    : `Known values: ${list(known)}. Other values pass with a warning, unless they look like a misspelt known value.`;
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
  if (bare instanceof z.ZodObject) return "object";
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
