import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/** The function parameter schema of the specification, which describes what an answer has to look like. */

/** A node of any kind; each kind may hold any other. */
const node: z.ZodType = z.lazy(() => parameterSchema);

const title = z.string().optional().describe("Title of the value.");
const description = z.string().describe("What the value is, for the model.");

/** What every node may carry: the values that it allows. */
function values<Item extends z.ZodType>(item: Item) {
  return {
    const: item.optional().describe("The only value that is allowed."),
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
          message: "must not stand there twice",
        });
      })
      .optional()
      .describe("The values that are allowed, each once."),
  };
}

/** Of what is not known yet nothing can be said. */
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
    .strictObject({ type: z.literal(types).describe("Kind of the value."), ...fields })
    .describe(text)
    .meta({ typeName });
}

const count = (text: string) => z.int32().optional().describe(text);
const number = <Value extends z.ZodType>(value: Value) => ({
  description,
  title,
  multipleOf: value.optional().describe("The value is a multiple of this."),
  minimum: value.optional().describe("Smallest value that is allowed."),
  exclusiveMinimum: value.optional().describe("The value is larger than this."),
  maximum: value.optional().describe("Largest value that is allowed."),
  exclusiveMaximum: value.optional().describe("The value is smaller than this."),
  ...values(value),
});
const branches = (text: string) => z.array(node).optional().describe(text);
const anything = values(z.unknown());

export const objectSchema = kind("object", "ObjectParameterSchema", "An object.", {
  properties: z.record(z.string(), node).describe("What each property holds, by its name."),
  description: description.optional(),
  title,
  required: z.array(z.string()).optional().describe("Names of the properties that must be there."),
  additionalProperties: z
    .boolean()
    .optional()
    .describe("Whether it may have other properties as well."),
  minProperties: count("Smallest number of properties."),
  maxProperties: count("Largest number of properties."),
  ...anything,
});

const kinds = [
  objectSchema,
  kind("array", "ArrayParameterSchema", "A list.", {
    description,
    title,
    items: node.optional().describe("What each item is."),
    minItems: count("Smallest number of items."),
    maxItems: count("Largest number of items."),
    uniqueItems: z.boolean().optional().describe("Whether no item may stand there twice."),
    ...anything,
  }),
  kind("string", "StringParameterSchema", "A text.", {
    description,
    title,
    minLength: count("Smallest number of characters."),
    maxLength: count("Largest number of characters."),
    pattern: z.string().optional().describe("Regular expression that the text matches."),
    format: z.string().optional().describe("Form of the text, as in `date`."),
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
  .describe("What a value has to look like, by its kind.")
  .meta({ typeName: "ParameterSchema" });
