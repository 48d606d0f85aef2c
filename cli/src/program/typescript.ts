import { basename, dirname, join, relative } from "node:path/posix";
import { format } from "prettier";
import type { Answers } from "../init/questions.js";
import type { Constant, Declaration, Declared, Expression, Field, Program } from "./expression.js";

/** How programs are split into files. */
export type FileOf = (declared: Declared) => string;

const constantsFile = "shared.ts";
const idsFile = "ids.ts";

/** The files of a TypeScript program by path. It also imports the files that somebody `edited`. */
export async function typescriptFiles(
  program: Program,
  { provider, stack }: Pick<Answers, "provider" | "stack">,
  fileOf: FileOf,
  edited: readonly string[] = [],
): Promise<Record<string, string>> {
  const groups = new Map<string, Declared[]>();
  const fileWith = new Map<Declaration["item"], string>();
  for (const one of program.declared) {
    const file = fileOf(one);
    const group = groups.get(file);
    if (group === undefined) groups.set(file, [one]);
    else group.push(one);
    fileWith.set(one.item, file);
  }
  const ids = provider === "dynamic" ? idsProgram + existingProgram(stack) : idsProgram;
  const written: Record<string, string[]> = { [idsFile]: [ids], "index.ts": [] };
  const write = (path: string, body: (out: Writer) => string[]) => {
    const out = new Writer(path, (to) => fileWith.get(to.item) ?? "index.ts");
    written[path] = out.file(body(out));
  };
  if (program.constants.length > 0) {
    write(constantsFile, (out) =>
      program.constants.map(({ name, value }) => `export const ${name} = ${out.text(value)};`),
    );
  }
  for (const [file, declared] of groups) {
    write(file, (out) => declared.map((one) => out.declaration(one, provider)));
  }
  const others = edited.filter((file) => file.endsWith(".ts") && !(file in written));
  const imported = [...groups.keys(), ...others].sort();
  written["index.ts"] = [imported.map((file) => `import ${moduleOf("", file)};`).join("\n")];
  const files: Record<string, string> = {};
  for (const [path, parts] of Object.entries(written)) files[path] = await formatted(parts);
  return files;
}

const style = { parser: "typescript", printWidth: 100 } as const;
/** How many parts of a file are formatted at a time: a whole file of thousands needs a gigabyte. */
const atOnce = 50;

async function formatted(parts: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (let from = 0; from < parts.length; from += atOnce) {
    texts.push(await format(parts.slice(from, from + atOnce).join("\n\n"), style));
  }
  return texts.filter((text) => text !== "").join("\n");
}

const idsProgram = `\
import * as pulumi from "@pulumi/pulumi";
import { idMap } from "pulumi-platform";

/** Ids of the instance that this stack manages. Without the file, they are those of the exported instance. */
export const ids = idMap(\`map.\${pulumi.getStack()}.json\`);
`;

const existingProgram = (stack: string) => `
/** The id of an object that exists. Only the stack of the exported instance has it; others create the object. */
export const existing = (id: string) =>
  pulumi.getStack() === ${JSON.stringify(stack.replace(/^.*\//, ""))} ? id : undefined;
`;

/** Writes one file, and notes what it needs from others. */
class Writer {
  readonly #imports = new Map<string, Set<string>>();
  #platform = "";

  constructor(
    readonly path: string,
    readonly fileOf: (declaration: Declaration) => string,
  ) {}

  declaration(one: Declared, provider: Answers["provider"]): string {
    this.#platform = `import * as platform from "pulumi-platform${provider === "plugin" ? "/plugin" : ""}";`;
    const { variable, name, item } = one;
    return `export const ${variable} = new platform.${item.resource.name}(${JSON.stringify(name)}, ${this.text(one.arguments)});`;
  }

  file(parts: readonly string[]): string[] {
    const imports = [...this.#imports]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([file, names]) =>
          `import { ${[...names].sort().join(", ")} } from ${moduleOf(dirname(this.path), file)};`,
      );
    return [[this.#platform, ...imports].join("\n"), ...parts].filter((part) => part !== "");
  }

  text(value: Expression, isItem = false): string {
    switch (value.is) {
      case "value":
        return JSON.stringify(value.value);
      case "list":
        return `[${value.items.map((item) => this.text(item, true)).join(", ")}]`;
      case "object":
        // An object that begins on a line of its own stays on several; others do where they are long.
        return `{${isItem ? "" : "\n"}${value.fields.map((field) => this.#field(field)).join("\n")}\n}`;
      case "id":
        return `${this.#use(idsFile, "ids")}.${value.of}(${JSON.stringify(value.value)})`;
      case "reference":
        return `${this.#use(this.fileOf(value.to), value.to.variable)}.id`;
      case "adopted":
        return `${this.#use(idsFile, "existing")}(${JSON.stringify(value.id)})`;
      case "constant":
        return this.#constant(value.constant);
    }
  }

  #field(field: Field): string {
    if ("spread" in field) return `...${this.#constant(field.spread)},`;
    const comment = field.comment === undefined ? [] : [`// ${field.comment}`];
    if (!("value" in field)) return comment.join("\n");
    const { name, value } = field;
    return [...comment, `${propertyOf(name)}: ${this.text(value)},`].join("\n");
  }

  #constant = ({ name }: Constant): string => this.#use(constantsFile, name);

  #use(file: string, name: string): string {
    if (file !== this.path) {
      this.#imports.set(file, (this.#imports.get(file) ?? new Set()).add(name));
    }
    return name;
  }
}

const propertyOf = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** The quoted module of a file, as seen from a folder. */
function moduleOf(folder: string, file: string): string {
  const path = relative(folder, join(dirname(file), basename(file, ".ts")));
  return JSON.stringify(path.startsWith(".") ? path : `./${path}`);
}
