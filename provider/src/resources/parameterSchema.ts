import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/** The function parameter schema of the specification, which describes the structure of an answer. */

/** A node of any type. A node can contain nodes of all types. */
const node: z.ZodType = z.lazy(() => parameterSchema);

const title = z.string().optional().describe("Title of the value.");
const description = z.string().describe("Meaning of the value, for the model.");

/** The allowed values, which every node can list. */
function values<Item extends z.ZodType>(item: Item) {
  return {
    const: item.optional().describe("The only allowed value."),
    enum: z
      .array(item)
      .check(({ value, issues }) => {
        const repeated = value.findIndex(
          (one, index) =>
            isKnown(one) && value.slice(0, index).some((other) => isDeepStrictEqual(one, other)),
        );
        if (repeated < 0) return;
        issues.push({
          code: "custom",
          input: value[repeated],
          path: [repeated],
          message: "must be unique in the list",
        });
      })
      .optional()
      .describe("The allowed values, each once."),
  };
}

/** Unknown values are symbols, which cannot be compared with numbers. */
function isKnown(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isKnown);
  return typeof value !== "symbol";
}

function kind<const Type extends string, Fields extends z.ZodRawShape>(
  type: Type | readonly Type[],
  typeName: string,
  text: string,
  fields: Fields,
) {
  const types = (typeof type === "string" ? [type] : type) as [Type, ...Type[]];
  return z
    .strictObject({ type: z.literal(types).describe("Type of the value."), ...fields })
    .describe(text)
    .meta({ typeName });
}

const count = (text: string) => z.int32().optional().describe(text);
const number = <Value extends z.ZodType>(value: Value) => ({
  description,
  title,
  multipleOf: value.optional().describe("The value is a multiple of this."),
  minimum: value.optional().describe("Smallest allowed value."),
  exclusiveMinimum: value.optional().describe("The value is larger than this."),
  maximum: value.optional().describe("Largest allowed value."),
  exclusiveMaximum: value.optional().describe("The value is smaller than this."),
  ...values(value),
});
const branches = (text: string) => z.array(node).optional().describe(text);
const anything = values(z.unknown());

export const objectSchema = kind("object", "ObjectParameterSchema", "An object.", {
  properties: z.record(z.string(), node).describe("Schema of each property, by its name."),
  description: description.optional(),
  title,
  required: z.array(z.string()).optional().describe("Names of the required properties."),
  additionalProperties: z
    .boolean()
    .optional()
    .describe("Whether the object can have other properties."),
  minProperties: count("Smallest number of properties."),
  maxProperties: count("Largest number of properties."),
  ...anything,
});

const kinds = [
  objectSchema,
  kind("array", "ArrayParameterSchema", "A list.", {
    description,
    title,
    items: node.optional().describe("Schema of each item."),
    minItems: count("Smallest number of items."),
    maxItems: count("Largest number of items."),
    uniqueItems: z.boolean().optional().describe("Whether each item must be unique."),
    ...anything,
  }),
  kind("string", "StringParameterSchema", "A text.", {
    description,
    title,
    minLength: count("Smallest number of characters."),
    maxLength: count("Largest number of characters."),
    pattern: z.string().optional().describe("Regular expression that the text matches."),
    format: z.string().optional().describe("Format of the text, such as `date`."),
    ...values(z.string()),
  }),
  kind("number", "NumberParameterSchema", "A number.", number(z.number())),
  kind("integer", "IntegerParameterSchema", "A whole number of 32 bits.", number(z.int32())),
  kind("boolean", "BooleanParameterSchema", "True or false.", {
    description,
    title,
    ...values(z.boolean()),
  }),
  kind("null", "NullParameterSchema", "Nothing.", { description, title, ...anything }),
  kind("unknown", "UnknownParameterSchema", "A value of any kind.", {
    description,
    title,
    ...anything,
  }),
  kind(
    ["oneOf", "allOf", "anyOf"],
    "LogicalParameterSchema",
    "A value that fits one, all or any of several schemas.",
    {
      description,
      title,
      oneOf: branches("Schemas of which the value fits exactly one."),
      allOf: branches("Schemas of which the value fits all."),
      anyOf: branches("Schemas of which the value fits at least one."),
      ...anything,
    },
  ),
] as const;

const parameterSchema = z
  .discriminatedUnion("type", kinds)
  .describe("Schema of a value, by its type.")
  .meta({ typeName: "ParameterSchema" });
