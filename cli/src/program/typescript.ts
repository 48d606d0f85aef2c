import { basename } from "node:path/posix";
import { pluralOf } from "pulumi-platform-provider/contract";
import type { Doc } from "prettier";
import { ownKind } from "../ids/usedIds.js";
import { groupedBy } from "../output/groupedBy.js";
import { quoted } from "../output/quotes.js";
import { shortName } from "../stack/project.js";
import type { Constant, Declaration, Declared, Expression, Field, Program } from "./expression.js";
import { assignment, call, construction, imported, list, object, printed } from "./layout.js";
import type { Entry } from "./layout.js";
import { slugOf } from "./names.js";

/** Why every resource of an exported program is protected. */
export const aboutProtect =
  "With `protect: true`, Pulumi refuses to delete an object. To delete one, first remove its `protect` and run `pulumi up`.";

const constantsFile = "shared.ts";
export const idsFile = "ids.ts";

type Provider = "plugin" | "dynamic";

/** Where a program runs. */
interface Target {
  provider: Provider;
  /** The stack and the address of the exported instance. */
  stack: string;
  baseUrl: string;
}

/** The files of a TypeScript program by path. */
export function typescriptFiles(
  program: Program,
  { provider, stack, baseUrl }: Target,
): Record<string, string> {
  const groups = groupedBy(program.declared, fileOf);
  const ids = idsProgram(baseUrl) + (provider === "dynamic" ? existingProgram(stack) : "");
  const files: Record<string, string> = { [idsFile]: ids, "index.ts": "" };
  const write = (path: string, body: (out: Writer) => string[]) => {
    const out = new Writer(path, provider, fileOf);
    files[path] = out.file(body(out));
  };
  if (program.constants.length > 0) {
    write(constantsFile, (out) => program.constants.map((one) => out.constant(one)));
  }
  for (const [file, declared] of groups) {
    write(file, (out) => declared.map((one) => out.declaration(one)));
  }
  files["index.ts"] = `// ${aboutProtect}\n\n${[...groups.keys()].sort().map(importLine).join("")}`;
  return files;
}

/** The file in which a program declares an object. */
const fileOf = ({ item }: Declaration): string => `${slugOf(pluralOf(item.resource))}.ts`;

/** The line with which a program imports one of its files. */
export const importLine = (file: string): string => `import ${moduleOf(file)};\n`;

/** A part of a TypeScript program, as one file. It takes ids from `ids.ts`, if the program `hasIds`. */
export function typescriptPart(
  { declared }: Program,
  { path, provider, hasIds }: { path: string; provider: Provider; hasIds: boolean },
): string {
  const out = new Writer(path, provider, () => path, hasIds);
  // Other declarations refer to those that have ids of their own, so these are first.
  const isFirst = ({ item }: Declared) => ownKind(item.resource) !== undefined;
  const ordered = [...declared.filter(isFirst), ...declared.filter((one) => !isFirst(one))];
  return `// ${aboutProtect}\n${out.file(ordered.map((one) => out.declaration(one)))}`;
}

const idsProgram = (baseUrl: string) => `\
import * as pulumi from "@pulumi/pulumi";
import { idMap } from "pulumi-platform";

/** Ids of the instance that this stack manages. Only the exported instance needs no file. */
${printed([
  "export const ids = idMap(`map.${pulumi.getStack()}.json`, ",
  object([{ code: assignment("from", ":", quoted(baseUrl), true) }], false),
  ");",
])}
`;

const existingProgram = (stack: string) => `
/** The stack of the exported instance. */
${printed([assignment("const source", " =", quoted(shortName(stack))), ";"])}

/** The id of an object that exists. Only the stack of the exported instance has it; others create the object. */
export const existing = (id: string) => (pulumi.getStack() === source ? id : undefined);
`;

/** Writes one file, and collects its imports. */
class Writer {
  readonly #imports = new Map<string, Set<string>>();
  #platform = "";

  constructor(
    readonly path: string,
    readonly provider: Provider,
    readonly fileOf: (declaration: Declaration) => string,
    readonly hasIds = true,
  ) {}

  declaration(one: Declared): string {
    this.#platform = `import * as platform from "pulumi-platform${this.provider === "plugin" ? "/plugin" : ""}";`;
    const { variable, name, item } = one;
    const type = `platform.${item.resource.name}`;
    const resource = construction(
      ...([type, quoted(name), this.#value(one.arguments), "{ protect: true }"] as const),
    );
    return exported(variable, resource);
  }

  constant({ name, value }: Constant): string {
    return exported(name, this.#value(value));
  }

  file(parts: readonly string[]): string {
    const imports = [...this.#imports]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, names]) => printed(imported([...names].sort(), moduleOf(file))));
    const head = [this.#platform, ...imports].filter((line) => line !== "").join("\n");
    return `${[head, ...parts].filter((part) => part !== "").join("\n\n")}\n`;
  }

  #value(value: Expression, isItem = false): Doc {
    switch (value.is) {
      case "value":
        return typeof value.value === "string" ? quoted(value.value) : JSON.stringify(value.value);
      case "list": {
        const items = value.items.map((item) => this.#value(item, true));
        return list(items, items.length > 1 && value.items.every(hasSeveral));
      }
      case "object":
        // An object in a list is on one line if there is room.
        return object(
          value.fields.flatMap((field) => this.#entries(field)),
          !isItem,
        );
      case "id": {
        const { value: id } = value;
        const text = typeof id === "string" ? quoted(id) : String(id);
        if (!this.hasIds) return text;
        return call(`${this.#use(idsFile, "ids")}.${value.of}`, text);
      }
      case "reference":
        return `${this.#use(this.fileOf(value.to), value.to.variable)}.id`;
      case "adopted":
        if (!this.hasIds) return quoted(value.id);
        return call(this.#use(idsFile, "existing"), quoted(value.id));
      case "constant":
        return this.#use(constantsFile, value.constant.name);
    }
  }

  #entries(field: Field): Entry[] {
    const comment = field.comment === undefined ? [] : [{ comment: `// ${field.comment}` }];
    if (!("value" in field)) return comment;
    const { name, value } = field;
    const isNoText = value.is === "value" && typeof value.value !== "string";
    const property = propertyOf(name);
    // A line break after a short name or before a number gains nothing.
    const isRigid = isNoText || property.length < 5;
    return [...comment, { code: assignment(property, ":", this.#value(value), isRigid) }];
  }

  #use(file: string, name: string): string {
    if (file !== this.path) {
      this.#imports.set(file, (this.#imports.get(file) ?? new Set()).add(name));
    }
    return name;
  }
}

const exported = (name: string, value: Doc): string =>
  printed([assignment(`export const ${name}`, " =", value), ";"]);

/** Prettier breaks a list of such items. */
const hasSeveral = (item: Expression): boolean =>
  item.is === "object" && item.fields.filter((field) => "value" in field).length > 1;

const propertyOf = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** The quoted module of a file. */
const moduleOf = (file: string): string => JSON.stringify(`./${basename(file, ".ts")}`);
