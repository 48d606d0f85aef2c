import type { z } from "zod";
import type { PlatformFunction, Resource } from "../define";
import {
  body,
  declaration,
  docComment,
  fieldComment,
  input,
  isOptional,
  named,
  namedTypes,
  namesIn,
  plain,
  shownFields,
  typeOf,
} from "./types";
import type { Wrap } from "./types";

/** Source text of the SDK, derived from the definitions. Prettier gives it its form. */

const header =
  "// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.\n";

/** A named type for the arguments or the result of something. */
function declare(name: string, schema: z.ZodObject, wrap: Wrap, more: string[] = []): string {
  return `export interface ${name} ${body(schema, wrap, more)}`;
}

/** The instance is chosen before anything can be known of it: plain text, never an output. */
const instanceDoc =
  "Name of the instance in `platform:instances`; the one of `platform:baseUrl` where left out.";
const instanceArg = `${docComment(instanceDoc)}instance?: string;`;

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
    [...new Map(schemas.flatMap((schema) => [...namedTypes(schema)]))].map(([name, schema]) =>
      declaration(named(name, wrap), schema, wrap),
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
    return `${fieldComment(inner)}declare readonly ${field}: pulumi.Output<${typeOf(inner, plain)}${optional}>;`;
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

/** A preview makes no call that costs money, unless the program asks for it. */
const previewArg = `${docComment("Calls it in a preview too, where it costs as much. Left out, a preview calls nothing: the result is not known there.")}callInPreview?: boolean;`;

export function functionSource({ name, doc, costs, args, result }: PlatformFunction): string {
  const more = [instanceArg, ...(costs ? [previewArg] : [])];
  const [call, callOutput] = costs ? ["paidCall", "paidCallOutput"] : ["call", "callOutput"];
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const optional = Object.values(args.shape).every((field) => isOptional(field as z.ZodType));
  return `${header}import type * as pulumi from "@pulumi/pulumi";
import { ${call}, ${callOutput} } from "./call";
${imported([args, result], [plain])}
${imported([args], [input])}

/** Arguments of ${name}. */
${declare(`${type}Args`, args, plain, more)}

/** Arguments of ${name}Output. */
${declare(`${type}OutputArgs`, args, input, more)}

/** Result of ${name}. */
${declare(`${type}Result`, result, plain)}

${docComment(doc)}export function ${name}(args: ${type}Args${optional ? " = {}" : ""}, opts?: pulumi.InvokeOptions): Promise<${type}Result> {
  return ${call}(${JSON.stringify(name)}, args, opts);
}

${docComment(`${doc} Takes and gives outputs.`)}export function ${name}Output(args: ${type}OutputArgs${optional ? " = {}" : ""}, opts?: pulumi.InvokeOptions): pulumi.Output<${type}Result> {
  return ${callOutput}(${JSON.stringify(name)}, args, opts);
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
