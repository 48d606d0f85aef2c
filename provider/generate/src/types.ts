import { z } from "zod";
import { metaOf } from "../../dist/definition/meta";
import { partsOf, unwrap } from "../../dist/definition/schema";

/** The TypeScript types of schemas. */

/** Wraps the type of a field, as `pulumi.Input` does for what a program gives. */
export type Wrap = (type: string) => string;
export const input: Wrap = (type) => `pulumi.Input<${type}>`;
export const plain: Wrap = (type) => type;

export const named = (typeName: string, wrap: Wrap) =>
  wrap === input ? `${typeName}Args` : typeName;

const nameOf = (schema: z.ZodType) => metaOf(unwrap(schema)).typeName;

/** The named types that a schema holds, innermost first. */
export function namedTypes(
  schema: z.ZodType,
  found = new Map<string, z.ZodType>(),
  entered = new Set<string>(),
): Map<string, z.ZodType> {
  const name = nameOf(schema);
  // A type may be a part of its own parts.
  if (name !== undefined && entered.has(name)) return found;
  if (name !== undefined) entered.add(name);
  for (const part of partsOf(schema)) namedTypes(part, found, entered);
  if (name !== undefined) found.set(name, unwrap(schema));
  return found;
}

/** The names that the body of a schema mentions; those inside a named type are that type's own. */
export function namesIn(schema: z.ZodType): string[] {
  return partsOf(schema).flatMap((part) => {
    const name = nameOf(part);
    return name === undefined ? namesIn(part) : [name];
  });
}

export function typeOf(schema: z.ZodType, wrap: Wrap): string {
  const bare = unwrap(schema);
  const name = nameOf(bare);
  const type = name === undefined ? structure(bare, wrap) : named(name, wrap);
  return isNullable(schema) ? `${type} | null` : type;
}

/** The type of a schema as it is written out. */
function structure(bare: z.ZodType, wrap: Wrap): string {
  const { known } = metaOf(bare);
  // Known values stay visible in an editor while any other string passes.
  if (known !== undefined) return `${words(known)} | (string & {})`;
  if (bare instanceof z.ZodObject) return body(bare, wrap);
  if (bare instanceof z.ZodArray) return `(${wrap(typeOf(bare.element as z.ZodType, wrap))})[]`;
  if (bare instanceof z.ZodRecord) {
    return `{ [name: string]: ${wrap(typeOf(bare.valueType as z.ZodType, wrap))} }`;
  }
  if (bare instanceof z.ZodUnion) {
    return bare.options.map((option) => typeOf(option as z.ZodType, wrap)).join(" | ");
  }
  if (bare instanceof z.ZodEnum) return words(bare.options);
  if (bare instanceof z.ZodLiteral) return words([...bare.values]);
  if (bare instanceof z.ZodNull) return "null";
  if (bare instanceof z.ZodNumber) return "number";
  if (bare instanceof z.ZodBoolean) return "boolean";
  if (bare instanceof z.ZodUnknown) return "unknown";
  if (bare instanceof z.ZodString || bare instanceof z.ZodStringFormat) return "string";
  throw new TypeError(`the type of ${bare.constructor.name} is not known`);
}

const words = (values: readonly unknown[]) =>
  values.map((word) => JSON.stringify(word)).join(" | ");

export function body(schema: z.ZodObject, wrap: Wrap, more: string[] = []): string {
  const fields = shownFields(schema).map(([name, field]) => {
    // A program chooses the type of a union's option when it is written.
    const type = unwrap(field) instanceof z.ZodLiteral ? plain : wrap;
    return `${fieldComment(field)}${name}${isOptional(field) ? "?" : ""}: ${type(typeOf(field, wrap))};`;
  });
  const others = schema.def.catchall instanceof z.ZodUnknown ? ["[field: string]: unknown;"] : [];
  return `{\n${[...fields, ...others, ...more].join("\n")}\n}`;
}

/** A named type by its declaration. */
export function declaration(name: string, schema: z.ZodType, wrap: Wrap): string {
  const bare = unwrap(schema);
  const text = docComment(describe(bare));
  return bare instanceof z.ZodObject
    ? `${text}export interface ${name} ${body(bare, wrap)}\n`
    : `${text}export type ${name} = ${structure(bare, wrap)};\n`;
}

/** The fields that users see: two underscores mark fields of Pulumi and of this package. */
export function shownFields(schema: z.ZodObject): [string, z.ZodType][] {
  return (Object.entries(schema.shape) as [string, z.ZodType][]).filter(
    ([name]) => !name.startsWith("__"),
  );
}

export function isOptional(schema: z.ZodType): boolean {
  return schema instanceof z.ZodOptional;
}

function isNullable(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional) return isNullable(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodNullable;
}

/** The sentence of a field, with its default. */
export function sentencesOf(schema: z.ZodType): string | undefined {
  const fallback = metaOf(schema).omitted?.default;
  const text = describe(schema);
  return fallback === undefined ? text : `${text} Default: \`${JSON.stringify(fallback)}\`.`;
}

/** The sentence of a field. */
export function describe(schema: z.ZodType): string | undefined {
  return metaOf(schema).description ?? unwrap(schema).description;
}

export function fieldComment(schema: z.ZodType): string {
  const tag = metaOf(schema).deprecated === true ? "\n@deprecated" : "";
  return docComment(`${sentencesOf(schema) ?? ""}${tag}`);
}

export function docComment(text = ""): string {
  if (text === "") return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** A preview makes no call that costs money unless the program asks for it. */
export const previewDoc =
  "Calls the function in a preview, too, which costs as much. Otherwise the result is unknown in a preview.";
