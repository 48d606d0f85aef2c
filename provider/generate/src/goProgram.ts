import { goModule } from "./languages";
import { capital } from "./typedExample";
import type { Field, Step, Typed, TypedExample } from "./typedExample";

/** The program of an example in Go, as gofmt writes it. */

const words = { string: "String", number: "Float64", integer: "Int", boolean: "Bool" };
const isWord = (type: string): type is keyof typeof words => type in words;

export function goProgram(example: TypedExample): string {
  const { name, variable, type, isFunction, hasResource, args, exports } = example;
  // In Go, `GetGroup` takes a group that exists into a program.
  const called = hasResource ? type.replace(/^get/, "Lookup") : capital(type);
  const result = exports.length > 0 ? variable : "_";
  const start = isFunction
    ? `${result} := platform.${called}Output(ctx, platform.${called}OutputArgs`
    : `${result}, err := platform.New${type}(ctx, "${name}", &platform.${type}Args`;
  const exported = exports.map(
    ([key, path]) => `ctx.Export("${key}", ${variable}${goPath(path, isFunction)})`,
  );
  const failed = isFunction ? [] : ["if err != nil {", "\treturn err", "}"];
  const end = exported.length > 0 ? [...failed, ...exported, "return nil"] : ["return err"];
  return `package main

import (
	"${goModule}"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		${start}${struct(args, "\t\t")})
${end.map((line) => `\t\t${line}`).join("\n")}
	})
}`;
}

const struct = (fields: readonly Field[], margin: string): string =>
  body(
    fields.map(([name, value]) => [capital(name), value]),
    margin,
  );

/** The names before the values, aligned where several values in a row have one line each. */
function body(fields: readonly Field[], margin: string): string {
  if (fields.length === 0) return "{}";
  const inner = `${margin}\t`;
  const lines = fields.map(([name, value]) => ({ name, text: goValue(value, inner) }));
  const isLong = (at: number) => lines[at]?.text.includes("\n") ?? true;
  const widthAt = (at: number) => {
    if (isLong(at)) return 0;
    let [first, last] = [at, at];
    while (!isLong(first - 1)) first -= 1;
    while (!isLong(last + 1)) last += 1;
    return Math.max(...lines.slice(first, last + 1).map(({ name }) => name.length)) + 1;
  };
  const written = lines.map(
    ({ name, text }, at) => `${inner}${`${name}:`.padEnd(widthAt(at))} ${text},\n`,
  );
  return `{\n${written.join("")}${margin}}`;
}

function goValue(value: Typed, margin: string): string {
  switch (value.kind) {
    case "object":
      return `&platform.${value.type}Args${struct(value.fields, margin)}`;
    case "list": {
      const items = value.items.map((item) => goValue(item, `${margin}\t`));
      const isShort = !items.some((text) => text.includes("\n"));
      const inside = isShort
        ? items.join(", ")
        : `\n${items.map((text) => `${margin}\t${text},\n`).join("")}${margin}`;
      return `${collection(value.of, "Array")}{${inside}}`;
    }
    case "map": {
      const quoted = value.entries.map(([key, part]) => [JSON.stringify(key), part] as const);
      return collection(value.of, "Map") + body(quoted, margin);
    }
    case "enum": {
      const word = capital(value.value);
      return `platform.${value.type}${word.includes("_") ? "_" : ""}${word}`;
    }
    case "null":
      return "nil";
    default:
      return `pulumi.${words[value.kind]}(${JSON.stringify(value.value)})`;
  }
}

function collection(of: string | undefined, kind: "Array" | "Map"): string {
  if (of === undefined) return `pulumi.${kind}`;
  return isWord(of) ? `pulumi.${words[of]}${kind}` : `platform.${of}${kind}`;
}

function goPath(path: readonly Step[], isFunction: boolean): string {
  const steps = path.map((step, at) => {
    if ("index" in step) return `.Index(pulumi.Int(${step.index}))`;
    if ("key" in step) return `.MapIndex(pulumi.String("${step.key}"))`;
    return `.${capital(step.field)}${isFunction || at > 0 ? "()" : ""}`;
  });
  return steps.join("");
}
