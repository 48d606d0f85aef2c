import { z } from "zod";
import type { PlatformFunction, Resource } from "../define";
import { metaOf, unwrap } from "../engine/compare";

/** Source text of the SDK, derived from the definitions. Prettier gives it its form. */

const header =
  "// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.\n";

/** Wraps the type of a field, as `pulumi.Input` does for what a program gives. */
type Wrap = (type: string) => string;
const input: Wrap = (type) => `pulumi.Input<${type}>`;
const plain: Wrap = (type) => type;

/** The named object types that a schema holds, innermost first. */
function namedTypes(
  schema: z.ZodType,
  found = new Map<string, z.ZodObject>(),
): Map<string, z.ZodObject> {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodArray) namedTypes(bare.element as z.ZodType, found);
  if (bare instanceof z.ZodObject) {
    for (const inner of Object.values(bare.shape)) namedTypes(inner as z.ZodType, found);
    const { typeName } = metaOf(bare);
    if (typeName !== undefined) found.set(typeName, bare);
  }
  return found;
}

function typeOf(schema: z.ZodType, wrap: Wrap): string {
  const bare = unwrap(schema);
  const { known, typeName } = metaOf(bare);
  if (bare instanceof z.ZodObject)
    return typeName === undefined ? body(bare, wrap) : named(typeName, wrap);
  if (bare instanceof z.ZodArray) return `${wrap(typeOf(bare.element as z.ZodType, wrap))}[]`;
  if (bare instanceof z.ZodEnum)
    return bare.options.map((word) => JSON.stringify(word)).join(" | ");
  if (bare instanceof z.ZodNumber) return "number";
  if (bare instanceof z.ZodBoolean) return "boolean";
  if (bare instanceof z.ZodUnknown) return "unknown";
  // Known values stay visible in an editor while any other string passes.
  if (known !== undefined) {
    return `${known.map((word) => JSON.stringify(word)).join(" | ")} | (string & {})`;
  }
  return "string";
}

const named = (typeName: string, wrap: Wrap) => (wrap === input ? `${typeName}Args` : typeName);

/** A named type for the arguments or the result of something. */
function declare(name: string, schema: z.ZodObject, wrap: Wrap, more: string[] = []): string {
  return `export interface ${name} ${body(schema, wrap, more)}`;
}

/** The instance is chosen before anything can be known of it: plain text, never an output. */
const instanceDoc =
  "Name of the instance in `platform:instances`; the one of `platform:baseUrl` where left out.";
const instanceArg = `${docComment(instanceDoc)}instance?: string;`;

function body(schema: z.ZodObject, wrap: Wrap, more: string[] = []): string {
  const fields = shownFields(schema).map(([name, field]) => {
    return `${docComment(describe(field))}${name}${isOptional(field) ? "?" : ""}: ${wrap(typeOf(field, wrap))};`;
  });
  return `{\n${[...fields, ...more].join("\n")}\n}`;
}

/** The fields that users see: two underscores mark those of Pulumi's and of our own. */
export function shownFields(schema: z.ZodObject): [string, z.ZodType][] {
  return (Object.entries(schema.shape) as [string, z.ZodType][]).filter(
    ([name]) => !name.startsWith("__"),
  );
}

export function isOptional(schema: z.ZodType): boolean {
  return schema instanceof z.ZodOptional;
}

/** The sentence of a field. */
export function describe(schema: z.ZodType): string | undefined {
  return metaOf(schema).description ?? unwrap(schema).description;
}

function docComment(text: string | undefined): string {
  return text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

/** The names that the body of a schema mentions; those inside a named type are that type's own. */
function namesIn(schema: z.ZodObject): string[] {
  return Object.values(schema.shape).flatMap((field) => {
    let bare = unwrap(field as z.ZodType);
    while (bare instanceof z.ZodArray) bare = unwrap(bare.element as z.ZodType);
    if (!(bare instanceof z.ZodObject)) return [];
    const { typeName } = metaOf(bare);
    return typeName === undefined ? namesIn(bare) : [typeName];
  });
}

function imported(schemas: z.ZodObject[], wraps: Wrap[]): string {
  const names = schemas.flatMap(namesIn);
  const all = wraps.flatMap((wrap) => names.map((name) => named(name, wrap)));
  return all.length === 0 ? "" : `import type { ${[...new Set(all)].join(", ")} } from "./types";`;
}

/** The object types that resources and functions name, each once. */
export function typesSource(
  resources: readonly Resource[],
  functions: readonly PlatformFunction[],
): string {
  const declared = (schemas: z.ZodType[], wrap: Wrap) =>
    [...new Map(schemas.flatMap((schema) => [...namedTypes(schema)]))].map(
      ([name, schema]) =>
        `${docComment(describe(schema))}export interface ${named(name, wrap)} ${body(schema, wrap)}\n`,
    );
  const given = [...resources.map(({ inputs }) => inputs), ...functions.map(({ args }) => args)];
  const got = [
    ...resources.map(({ outputs }) => outputs),
    ...functions.map(({ result }) => result),
  ];
  return `${header}import type * as pulumi from "@pulumi/pulumi";

${[...declared(given, input), ...declared([...given, ...got], plain)].join("\n")}`;
}

export function resourceSource({ name, doc, inputs, outputs, example }: Resource): string {
  // What is both is there whether or not the program gave it.
  const all = new Map([...shownFields(inputs), ...shownFields(outputs)]);
  const properties = [...all].map(([field, inner]) => {
    const optional = isOptional(inner) ? " | undefined" : "";
    return `${docComment(describe(inner))}declare readonly ${field}: pulumi.Output<${typeOf(inner, plain)}${optional}>;`;
  });
  properties.push(
    `${docComment(instanceDoc)}declare readonly instance: pulumi.Output<string | undefined>;`,
  );
  return `${header}import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";
${imported([inputs, outputs], [plain])}
${imported([inputs], [input])}

/** Arguments of ${name}. */
${declare(`${name}Args`, inputs, input, [instanceArg])}

/**
 * ${doc}
 *
 * @example
 * \`\`\`typescript
${example
  .trimEnd()
  .split("\n")
  .map((line) => ` * ${line}`.trimEnd())
  .join("\n")}
 * \`\`\`
 */
export class ${name} extends PlatformResource {
${properties.join("\n")}

constructor(name: string, args: ${name}Args, opts?: pulumi.CustomResourceOptions) {
  super(${JSON.stringify(name)}, name, args, ${JSON.stringify(shownFields(outputs).map(([field]) => field))}, opts);
}
}
`;
}

export function functionSource({ name, doc, args, result }: PlatformFunction): string {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const optional = Object.values(args.shape).every((field) => isOptional(field as z.ZodType));
  return `${header}import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
${imported([args, result], [plain])}
${imported([args], [input])}

/** Arguments of ${name}. */
${declare(`${type}Args`, args, plain, [instanceArg])}

/** Arguments of ${name}Output. */
${declare(`${type}OutputArgs`, args, input, [instanceArg])}

/** Result of ${name}. */
${declare(`${type}Result`, result, plain)}

${docComment(doc)}export function ${name}(args: ${type}Args${optional ? " = {}" : ""}, opts?: pulumi.InvokeOptions): Promise<${type}Result> {
  return call(${JSON.stringify(name)}, args, opts);
}

${docComment(`${doc} Takes and gives outputs.`)}export function ${name}Output(args: ${type}OutputArgs${optional ? " = {}" : ""}, opts?: pulumi.InvokeOptions): pulumi.Output<${type}Result> {
  return callOutput(${JSON.stringify(name)}, args, opts);
}
`;
}

export function indexSource(
  resources: readonly Resource[],
  functions: readonly PlatformFunction[],
): string {
  const names = [
    "types",
    ...resources.map(({ name }) => moduleOf(name)),
    ...functions.map(({ name }) => name),
  ];
  const errors = `export { PlatformError, type ErrorCode } from "pulumi-platform-provider/dist/wire/errors";`;
  return `${header}${errors}\n${names.map((name) => `export * from "./${name}";`).join("\n")}\n`;
}

/** The file that holds a resource. */
export function moduleOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
