import { Document, isMap, Scalar, YAMLMap } from "yaml";
import { sectionOf } from "pulumi-platform-provider/contract";
import { compareIds } from "../inventory/inventory.js";
import type { Expression, Field, Program } from "./expression.js";
import { aboutProtect } from "./typescript.js";
import { escapeHidden, literalText } from "../output/quotes.js";

/**
 * The setting of a stack that has the ids of its instance, in sections as the file of `map` has them. Pulumi takes
 * digits in a setting for a number, but not inside an object.
 */
export const idsSetting = "ids";

/** The id of a stack for each exported id, by section. */
export type IdSections = Map<string, Map<string, string | number>>;

export interface YamlProgram {
  /** The parts of `Pulumi.yaml` that are the program: `config`, `variables` and `resources`. */
  text: string;
  ids: IdSections;
}

/** `isPart`: the program exists, and this is added to it. Without `hasIds`, it has no setting `ids`. */
export function yamlProgram(program: Program, { isPart = false, hasIds = true } = {}): YamlProgram {
  const document = new Document(new YAMLMap());
  const writer = new Writer(document, hasIds);
  const resources = new YAMLMap();
  for (const { variable, name, item, arguments: given } of program.declared) {
    const resource = new YAMLMap();
    const type = document.createNode(`platform:${item.resource.name}`);
    type.type = Scalar.PLAIN;
    resource.set("type", type);
    resource.set("name", document.createNode(name));
    resource.set("properties", writer.node(given));
    resource.set("options", document.createNode({ protect: true }, { flow: true }));
    resources.set(variable, resource);
  }
  const variables = new YAMLMap();
  for (const { name, value } of program.constants) variables.set(name, writer.node(value));
  const config = new YAMLMap();
  // There is no default, because a stack without its own ids must not use ids of another instance.
  if (writer.ids.size > 0 && !isPart) {
    config.set(idsSetting, document.createNode({ type: "object" }, { flow: true }));
  }
  const parts = { config, variables, resources };
  for (const [name, part] of Object.entries(parts)) {
    if (part.items.length === 0) continue;
    const key = document.createNode(name);
    if (part === resources) key.commentBefore = ` ${aboutProtect}`;
    document.set(key, part);
  }
  // In quotes, no reader takes a text for a number, a date or a switch: Pulumi reads YAML 1.1.
  const text = document.toString({
    lineWidth: 0,
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
    doubleQuotedAsJSON: true,
  });
  return { text: escapeHidden(text), ids: writer.ids };
}

/** The lines of the settings of a stack that have its ids. */
export function idSettings(project: string, ids: IdSections): string {
  if (ids.size === 0) return "";
  const lines = [`  ${JSON.stringify(`${project}:${idsSetting}`)}:`];
  for (const [section, values] of [...ids].sort()) {
    lines.push(`    ${section}:`);
    const sorted = [...values].sort(([a], [b]) => compareIds(a, b));
    for (const one of sorted)
      lines.push(`      ${one.map((part) => JSON.stringify(part)).join(": ")}`);
  }
  return `${lines.join("\n")}\n`;
}

class Writer {
  readonly ids: IdSections = new Map();

  constructor(
    readonly document: Document,
    readonly hasIds: boolean,
  ) {}

  node(value: Expression): Scalar | YAMLMap | ReturnType<Document["createNode"]> {
    const { document } = this;
    switch (value.is) {
      case "value":
        return this.#literal(value.value);
      case "list": {
        const items = value.items.map((item) => this.node(item));
        for (const item of items) if (isMap(item)) item.flow = true;
        return document.createNode(items);
      }
      case "object":
        return this.#map(value.fields);
      case "id": {
        if (!this.hasIds) return this.#literal(value.value);
        const section = sectionOf(value.of);
        const known = this.ids.get(section) ?? new Map<string, string | number>();
        this.ids.set(section, known.set(String(value.value), value.value));
        const key = JSON.stringify(String(value.value));
        return document.createNode(`\${${idsSetting}.${section}[${key}]}`);
      }
      case "reference":
        return document.createNode(`\${${value.to.variable}.id}`);
      case "adopted":
        return document.createNode(value.id);
      case "constant":
        return document.createNode(`\${${value.constant.name}}`);
    }
  }

  #literal = (value: unknown) =>
    this.document.createNode(typeof value === "string" ? literalText(value) : value);

  #map(fields: readonly Field[]): YAMLMap {
    const map = new YAMLMap();
    const comments: string[] = [];
    for (const field of fields) {
      if ("value" in field) {
        const key = this.document.createNode(field.name) as Scalar;
        const before = [
          ...comments.splice(0),
          ...(field.comment === undefined ? [] : [field.comment]),
        ];
        if (before.length > 0) key.commentBefore = before.map((line) => ` ${line}`).join("\n");
        map.set(key, this.node(field.value));
      } else comments.push(field.comment);
    }
    if (comments.length > 0) map.comment = comments.map((line) => ` ${line}`).join("\n");
    return map;
  }
}
