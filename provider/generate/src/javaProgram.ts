import { javaBase } from "./languages";
import { capital } from "./typedExample";
import type { Field, Step, Typed, TypedExample } from "./typedExample";

/** The program of an example in Java. */
export function javaProgram(example: TypedExample): string {
  const { name, variable, type, isFunction, args, exports } = example;
  const imports = new Set<string>(["com.pulumi.Pulumi"]);
  const ours = (path: string) => {
    imports.add(`${javaBase}.platform.${path}`);
    return path.replace(/^.*\./, "");
  };
  const builder = (of: string, fields: readonly Field[], margin: string): string => {
    const inner = `${margin}    `;
    const calls = fields.map(([field, value]) => `\n${inner}.${field}(${javaValue(value, inner)})`);
    return `${of}.builder()${calls.join("")}\n${inner}.build()`;
  };
  const javaValue = (value: Typed, margin: string): string => {
    switch (value.kind) {
      case "object":
        return builder(ours(`inputs.${value.type}Args`), value.fields, margin);
      case "list":
        // A builder takes the elements one by one.
        return value.items.map((item) => javaValue(item, margin)).join(", ");
      case "map": {
        imports.add("java.util.Map");
        const entries = value.entries.map(
          ([key, part]) => `${JSON.stringify(key)}, ${javaValue(part, margin)}`,
        );
        return `Map.of(${entries.join(", ")})`;
      }
      case "enum":
        return `${ours(`enums.${value.type}`)}.${capital(value.value)}`;
      case "number":
        return Number.isInteger(value.value) ? `${String(value.value)}.0` : String(value.value);
      case "null":
        return "null";
      default:
        return JSON.stringify(value.value);
    }
  };

  const margin = " ".repeat(12);
  const start = exports.length > 0 ? `var ${variable} = ` : "";
  const call = isFunction
    ? [`${ours("PlatformFunctions")}.${type}(`, `inputs.${capital(type)}Args`]
    : [`new ${ours(type)}("${name}", `, `${type}Args`];
  const given = args.length > 0 ? builder(ours(call[1] ?? ""), args, margin) : "";
  const outputs = exports.map(([key, path]) => {
    const value = isFunction
      ? `${variable}.applyValue(result -> result${javaPath(path)})`
      : variable + javaPath(path);
    return `\n${margin}ctx.export("${key}", ${value});`;
  });
  const body = `${margin}${start}${call[0]}${given});${outputs.join("")}`;
  const imported = [...imports].sort().map((path) => `import ${path};\n`);
  return `${imported.join("")}
public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
${body}
        });
    }
}`;
}

function javaPath(path: readonly Step[]): string {
  const steps = path.map((step) => {
    if ("index" in step) return `.get(${step.index})`;
    return "key" in step ? `.get("${step.key}")` : `.${step.field}()`;
  });
  return steps.join("");
}
