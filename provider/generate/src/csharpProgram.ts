import { csharpRoot } from "./languages";
import { capital } from "./typedExample";
import type { Field, Step, Typed, TypedExample } from "./typedExample";

/** The program of an example in C#. */
export function csharpProgram(example: TypedExample): string {
  const { name, variable, type, isFunction, args, exports } = example;
  const start = exports.length > 0 ? `var ${variable} = ` : "";
  const given = args.length > 0 ? `new()${braces(args, "    ", isFunction)}` : "";
  const call = isFunction
    ? `Platform.${capital(type)}.Invoke(${given})`
    : `new Platform.${type}("${name}", ${given})`;
  const outputs = exports.map(([key, path]) => {
    const value = isFunction
      ? `${variable}.Apply(result => result${csharpPath(path)})`
      : variable + csharpPath(path);
    return `        ["${key}"] = ${value},\n`;
  });
  const end =
    outputs.length > 0
      ? `\n\n    return new Dictionary<string, object?>\n    {\n${outputs.join("")}    };`
      : "";
  const needsGeneric = end !== "" || /Dictionary</.test(given);
  return `${needsGeneric ? "using System.Collections.Generic;\n" : ""}using Pulumi;
using Platform = ${csharpRoot}.Platform;

return await Deployment.RunAsync(() =>
{
    ${start}${call};${end}
});`;
}

const braces = (fields: readonly Field[], margin: string, isFunction: boolean): string =>
  block(
    fields.map(
      ([name, value]) => `${capital(name)} = ${csharpValue(value, `${margin}    `, isFunction)}`,
    ),
    margin,
  );

const block = (lines: readonly string[], margin: string): string =>
  `\n${margin}{\n${lines.map((line) => `${margin}    ${line},\n`).join("")}${margin}}`;

/** Pulumi has other classes for the arguments of functions. */
function csharpValue(value: Typed, margin: string, isFunction: boolean): string {
  const inner = `${margin}    `;
  switch (value.kind) {
    case "object": {
      const suffix = isFunction ? "InputArgs" : "Args";
      return `new Platform.Inputs.${value.type}${suffix}${braces(value.fields, margin, isFunction)}`;
    }
    case "list": {
      const items = value.items.map((item) => csharpValue(item, inner, isFunction));
      const isShort = !items.some((text) => text.includes("\n"));
      return `new[]${isShort ? ` { ${items.join(", ")} }` : block(items, margin)}`;
    }
    case "map": {
      const entries = value.entries.map(
        ([key, part]) => `[${JSON.stringify(key)}] = ${csharpValue(part, inner, isFunction)}`,
      );
      const of = value.of === "string" ? "string" : "object";
      return `new Dictionary<string, ${of}>${block(entries, margin)}`;
    }
    case "enum":
      return `Platform.${value.type}.${capital(value.value)}`;
    case "null":
      return "null";
    default:
      return JSON.stringify(value.value);
  }
}

function csharpPath(path: readonly Step[]): string {
  const steps = path.map((step) => {
    if ("index" in step) return `[${step.index}]`;
    return "key" in step ? `["${step.key}"]` : `.${capital(step.field)}`;
  });
  return steps.join("");
}
