import { boolean, int32, list, number, oneOf, record, string, type Schema } from "../schema.js";

const node: Schema = { $ref: "#/$defs/node" };

/** A node of this type, whose `const` and `enum` hold such values. */
const kind = (
  type: string,
  fields: Record<string, Schema> = {},
  value: Schema = {},
  required = "description",
): Schema =>
  record(
    {
      type: oneOf(type),
      description: string,
      title: string,
      const: value,
      enum: { ...list(value), uniqueItems: true },
      ...fields,
    },
    ["type", required],
  );

const numeric = (type: string, value: Schema): Schema => {
  const names = ["multipleOf", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"];
  return kind(type, Object.fromEntries(names.map((name) => [name, value])), value);
};

const object = kind(
  "object",
  {
    additionalProperties: boolean,
    required: list(string),
    properties: { type: "object", additionalProperties: node },
    minProperties: int32,
    maxProperties: int32,
  },
  {},
  "properties",
);
const kinds: Record<string, Schema> = {
  object,
  array: kind("array", { items: node, minItems: int32, maxItems: int32, uniqueItems: boolean }),
  boolean: kind("boolean", {}, boolean),
  integer: numeric("integer", int32),
  number: numeric("number", number),
  string: kind(
    "string",
    { minLength: int32, maxLength: int32, pattern: string, format: string },
    string,
  ),
  null: kind("null"),
  unknown: kind("unknown"),
};
for (const type of ["oneOf", "allOf", "anyOf"])
  kinds[type] = kind(type, { oneOf: list(node), allOf: list(node), anyOf: list(node) });

/** A function parameter schema of kind object. The schema that holds it needs `parameterSchemaDefs`. */
export const parameterSchema: Schema = { $ref: "#/$defs/object" };
export const parameterSchemaDefs = {
  object,
  node: {
    type: "object",
    required: ["type"],
    properties: { type: oneOf(...Object.keys(kinds)) },
    discriminator: { propertyName: "type" },
    oneOf: Object.values(kinds),
  },
};
