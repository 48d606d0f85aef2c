import type { z } from "zod";
import type { PlatformFunction } from "../../dist/definition/function";
import type { Resource } from "../../dist/definition/resource";
import { typescriptProgram } from "./examples";
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
  previewDoc,
  shownFields,
  typeOf,
} from "./types";
import type { Wrap } from "./types";

/** Source text of the SDK, derived from the definitions. The formatter gives it its form. */

const header =
  "// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.\n";

/** The classes of the dynamic resources or of the plugin: their base class and their additional arguments. */
export interface Classes {
  /** The package path that programs import. */
  path: string;
  base: string;
  /** The module with the shared types. */
  types: string;
  /** Whether a resource names its instance itself. */
  picksInstance: boolean;
}

export const dynamicClasses: Classes = {
  path: "pulumi-platform",
  base: "PlatformResource",
  types: "./types",
  picksInstance: true,
};

export const pluginClasses: Classes = {
  path: "pulumi-platform/plugin",
  base: "PluginResource",
  types: "../types",
  picksInstance: false,
};

/** A named type for the arguments or the result of something. */
function declare(name: string, schema: z.ZodObject, wrap: Wrap, more: string[] = []): string {
  const isEmpty = shownFields(schema).length === 0 && more.length === 0;
  if (isEmpty) return `export type ${name} = Record<string, never>;`;
  return `export interface ${name} ${body(schema, wrap, more)}`;
}

/** The arguments with the plugin, whose provider chooses the instance. All other arguments are the same. */
const pluginArguments = (name: string) =>
  `export type ${name} = Omit<dynamic.${name}, "instance">;`;

/** Imports the types of the dynamic resource or function. */
const dynamicTypes = (name: string) => `import type * as dynamic from "../${moduleOf(name)}";`;

/** Pulumi chooses the instance before any value is known: plain text, never an output. */
const instanceDoc =
  "Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies.";
const instanceArg = `${docComment(instanceDoc)}instance?: string;`;

function imported(schemas: z.ZodObject[], wraps: Wrap[], { types }: Classes): string {
  const names = schemas.flatMap(namesIn);
  const all = wraps.flatMap((wrap) => names.map((name) => named(name, wrap)));
  return all.length === 0 ? "" : `import type { ${[...new Set(all)].join(", ")} } from "${types}";`;
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

function withExample(doc: string, definition: Resource | PlatformFunction, { path }: Classes) {
  const program = typescriptProgram(definition, path);
  return docComment(`${doc}\n\n@example\n\`\`\`typescript\n${program}\n\`\`\``);
}

export function resourceSource(resource: Resource, classes: Classes): string {
  const { name, doc, inputs, outputs } = resource;
  const { base, picksInstance } = classes;
  // A field that is an input and an output always has a value.
  const all = new Map([...shownFields(inputs), ...shownFields(outputs)]);
  const properties = [...all].map(([field, inner]) => {
    const optional = isOptional(inner) ? " | undefined" : "";
    return `${fieldComment(inner)}declare readonly ${field}: pulumi.Output<${typeOf(inner, plain)}${optional}>;`;
  });
  if (picksInstance) {
    properties.push(
      `${docComment(instanceDoc)}declare readonly instance: pulumi.Output<string | undefined>;`,
    );
  }
  const namesOf = (schema: typeof inputs) =>
    JSON.stringify(shownFields(schema).map(([field]) => field));
  const fields = picksInstance
    ? `{ inputs: ${namesOf(inputs)}, outputs: ${namesOf(outputs)} }`
    : namesOf(outputs);
  return `${header}import type * as pulumi from "@pulumi/pulumi";
import { ${base} } from "./${moduleOf(base)}";
${imported([inputs, outputs], [plain], classes)}
${picksInstance ? imported([inputs], [input], classes) : dynamicTypes(name)}

/** Arguments of ${name}. */
${picksInstance ? declare(`${name}Args`, inputs, input, [instanceArg]) : pluginArguments(`${name}Args`)}

${withExample(doc, resource, classes)}export class ${name} extends ${base} {
${properties.join("\n")}

constructor(name: string, args: ${name}Args, opts?: pulumi.CustomResourceOptions) {
  super(${JSON.stringify(name)}, name, args, ${fields}, opts);
}
}
`;
}

const previewArg = `${docComment(previewDoc)}callInPreview?: boolean;`;

export function functionSource(definition: PlatformFunction, classes: Classes): string {
  const { name, doc, costs, args, result } = definition;
  const more = [instanceArg, ...(costs ? [previewArg] : [])];
  const [call, callOutput] = costs ? ["paidCall", "paidCallOutput"] : ["call", "callOutput"];
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const types = classes.picksInstance
    ? [
        declare(`${type}Args`, args, plain, more),
        declare(`${type}OutputArgs`, args, input, more),
        declare(`${type}Result`, result, plain),
      ]
    : [
        pluginArguments(`${type}Args`),
        pluginArguments(`${type}OutputArgs`),
        `export type ${type}Result = dynamic.${type}Result;`,
      ];
  const optional = Object.values(args.shape).every((field) => isOptional(field as z.ZodType));
  return `${header}import type * as pulumi from "@pulumi/pulumi";
import { ${call}, ${callOutput} } from "./call";
${classes.picksInstance ? imported([args, result], [plain], classes) : dynamicTypes(name)}
${classes.picksInstance ? imported([args], [input], classes) : ""}

/** Arguments of ${name}. */
${types[0]}

/** Arguments of ${name}Output. */
${types[1]}

/** Result of ${name}. */
${types[2]}

${docComment(doc)}export function ${name}(args: ${type}Args${optional ? " = {}" : ""}, opts?: pulumi.InvokeOptions): Promise<${type}Result> {
  return ${call}(${JSON.stringify(name)}, args, opts);
}

${withExample(`${doc} Takes and returns outputs.`, definition, classes)}export function ${name}Output(args: ${type}OutputArgs${optional ? " = {}" : ""}, opts?: pulumi.InvokeOptions): pulumi.Output<${type}Result> {
  return ${callOutput}(${JSON.stringify(name)}, args, opts);
}
`;
}

export function indexSource(
  resources: readonly Resource[],
  functions: readonly PlatformFunction[],
  { types, picksInstance }: Classes,
): string {
  const first = picksInstance
    ? `export { PlatformError, type ErrorCode } from "pulumi-platform-provider/program";\nexport { adoptFrom } from "./adoptFrom";\nexport { idMap, type IdMap, type IdMapOptions } from "./idMap";`
    : `export * from "./provider";`;
  const names = [
    ...resources.map(({ name }) => moduleOf(name)),
    ...functions.map(({ name }) => name),
  ];
  const files = [types, ...names.map((name) => `./${name}`)];
  return `${header}${first}\n${files.map((file) => `export * from "${file}";`).join("\n")}\n`;
}

/** The class of a provider, by which a program names an instance. */
export function providerSource(settings: z.ZodObject, secrets: readonly string[]): string {
  return `${header}import * as pulumi from "../pulumi";

/** Arguments of Provider. */
${declare("ProviderArgs", settings.partial(), input)}

/**
 * An instance of the platform, for the resource option \`provider\`. Environment variables replace omitted arguments.
 *
 * @example
 * \`\`\`typescript
 * import * as platform from "${pluginClasses.path}";
 *
 * const europe = new platform.Provider("europe", { baseUrl: "https://europe.example.com" });
 * new platform.Group("analysts", { name: "Analysts", type: "open" }, { provider: europe });
 * \`\`\`
 */
export class Provider extends pulumi.ProviderResource {
constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
  const secrets = { ${secrets.map((name) => `${name}: args.${name} && pulumi.secret(args.${name})`).join(", ")} };
  super("platform", name, { ...args, ...secrets }, opts);
}
}
`;
}

/** The file that holds a resource. */
export function moduleOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
