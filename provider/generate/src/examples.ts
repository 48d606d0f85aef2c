import { z } from "zod";
import type { PlatformFunction } from "../../dist/definition/function";
import type { Resource } from "../../dist/definition/resource";
import { metaOf } from "../../dist/definition/meta";
import { partFor, unwrap } from "../../dist/definition/schema";
import { Call, literal, pythonNotation, typescriptNotation, yaml } from "./literals";

/** The programs of an example: one example is written once, and shown in every language. */

type Definition = Resource | PlatformFunction;

const isFunction = (one: Definition): one is PlatformFunction => "args" in one;
export function camel(name: string): string {
  return name.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
}
/** The name that the Python SDK has for a field. */
const snake = (name: string) =>
  name
    .replaceAll("-", "_")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase();

export function typescriptProgram(definition: Definition, path: string): string {
  const { name, args, exports = {} } = definition.example;
  const variable = camel(name);
  const exported = Object.entries(exports).map(
    ([key, output]) => `export const ${key} = ${variable}.${output};`,
  );
  const start = [
    exported.length > 0 ? `const ${variable} = ` : "",
    isFunction(definition)
      ? `platform.${definition.name}Output(`
      : `new platform.${definition.name}("${name}", `,
  ].join("");
  const hasArgs = Object.keys(args).length > 0;
  const given = hasArgs ? literal(args, typescriptNotation, start.length + 2) : "";
  const lines = [`import * as platform from "${path}";`, "", `${start}${given});`, ...exported];
  return lines.join("\n");
}

export function yamlProgram(definition: Definition): string {
  const { name, args, exports = {} } = definition.example;
  const token = `platform:${definition.name}`;
  const outputs = Object.entries(exports).map(([key, path]) => [key, `\${${name}.${path}}`]);
  const hasArgs = Object.keys(args).length > 0;
  const literals = withoutReferences(args);
  const program = {
    ...(isFunction(definition)
      ? {
          variables: {
            [name]: { "fn::invoke": { function: token, ...(hasArgs && { arguments: literals }) } },
          },
        }
      : { resources: { [name]: { type: token, properties: literals } } }),
    ...(outputs.length > 0 && { outputs: Object.fromEntries(outputs) as object }),
  };
  return yaml(program).trim();
}

/** In YAML, Pulumi reads `${name}` as a reference, and `$${name}` as text. */
const withoutReferences = (value: object): object =>
  JSON.parse(JSON.stringify(value).replaceAll("${", () => "$${")) as object;

export function pythonProgram(definition: Definition): string {
  const { name, args, exports = {} } = definition.example;
  const variable = snake(camel(name));
  const exported = Object.entries(exports).map(
    ([key, output]) => `pulumi.export("${key}", ${variable}${pythonPath(output, definition)})`,
  );
  const start = exported.length > 0 ? `${variable} = ` : "";
  const call = isFunction(definition)
    ? new Call(`platform.${snake(definition.name)}_output`, [
        ...pythonFields(args, definition.args, true),
      ])
    : new Call(`platform.${definition.name}`, [
        ["", name],
        ...pythonFields(args, definition.inputs, false),
      ]);
  const lines = [
    ...(exported.length > 0 ? ["import pulumi"] : []),
    "import pulumi_platform as platform",
    "",
    start + literal(call, pythonNotation, start.length),
    ...exported,
  ];
  return lines.join("\n");
}

/** The path of an output or a result. Fields have Python's own names, and maps are dictionaries. */
function pythonPath(path: string, definition: Definition): string {
  let at: z.ZodType | undefined = isFunction(definition) ? definition.result : definition.outputs;
  const parts = path.match(/\w+/g) ?? [];
  return parts
    .map((part) => {
      const holder = at && unwrap(at);
      at = holder && partFor(holder, undefined, part);
      if (holder instanceof z.ZodArray) return `[${part}]`;
      return holder instanceof z.ZodRecord ? `["${part}"]` : `.${snake(part)}`;
    })
    .join("");
}

/** Python knows fields of objects by names of its own, but not the keys of a map. */
function pythonFields(
  value: object,
  schema: z.ZodObject,
  typed: boolean,
): (readonly [string, unknown])[] {
  return Object.entries(value).map(([name, field]) => [
    snake(name),
    pythonValue(field, schema.shape[name] as z.ZodType, typed),
  ]);
}

/**
 * A value as the Python SDK takes it. Pulumi translates the keys of dictionaries only for resources, so that
 * the arguments of functions need the SDK's classes: they are `typed`.
 */
function pythonValue(value: unknown, schema: z.ZodType, typed: boolean): unknown {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodUnion) {
    const options = bare.options as z.ZodType[];
    const option = options.find((one) => one.safeParse(value).success) ?? z.unknown();
    return pythonValue(value, option, typed);
  }
  if (bare instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => pythonValue(item, bare.element as z.ZodType, typed));
  }
  if (typeof value !== "object" || value === null) return value;
  if (bare instanceof z.ZodObject) {
    const fields = pythonFields(value, bare, typed);
    const { typeName } = metaOf(bare);
    return typed && typeName !== undefined
      ? new Call(`platform.${typeName}`, fields)
      : Object.fromEntries(fields);
  }
  if (!(bare instanceof z.ZodRecord)) return value;
  const entries = Object.entries(value).map(([key, part]) => [
    key,
    pythonValue(part, bare.valueType as z.ZodType, typed),
  ]);
  return Object.fromEntries(entries) as object;
}
