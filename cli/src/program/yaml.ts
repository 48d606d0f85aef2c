import { Document, isMap, YAMLMap } from "yaml";
import type { Scalar } from "yaml";
import type { IdKind } from "pulumi-platform-provider/tooling";
import type { Expression, Field, Program } from "./expression.js";

/** The configuration key of an id: its value on each instance is in the settings of the stack. */
export const idKey = (kind: IdKind, id: string | number): string => `${kind}-${id}`;

/** The parts of `Pulumi.yaml` that are a program: `config`, `variables` and `resources`. */
export function yamlProgram(program: Program): string {
  const document = new Document(new YAMLMap());
  const writer = new Writer(document);
  const resources = new YAMLMap();
  for (const { variable, name, item, arguments: given } of program.declared) {
    const resource = new YAMLMap();
    resource.set("type", document.createNode(`platform:${item.resource.name}`));
    resource.set("name", document.createNode(name));
    resource.set("properties", writer.node(given));
    resources.set(variable, resource);
  }
  // Only lists: YAML has nothing that puts some fields into an object.
  const lists = program.constants.filter(({ value }) => value.is === "list");
  const variables = new YAMLMap();
  for (const { name, value } of lists) variables.set(name, writer.node(value));
  const config = new YAMLMap();
  for (const [key, value] of [...writer.ids].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const type = typeof value === "number" ? "integer" : "string";
    config.set(
      document.createNode(key),
      document.createNode({ type, default: value }, { flow: true }),
    );
  }
  const parts = { config, variables, resources };
  for (const [name, part] of Object.entries(parts)) {
    if (part.items.length > 0) document.set(name, part);
  }
  return document.toString({ lineWidth: 0 });
}

class Writer {
  readonly ids = new Map<string, string | number>();

  constructor(readonly document: Document) {}

  node(value: Expression): Scalar | YAMLMap | ReturnType<Document["createNode"]> {
    const { document } = this;
    switch (value.is) {
      case "value":
        return document.createNode(
          typeof value.value === "string" ? escaped(value.value) : value.value,
        );
      case "list": {
        const items = value.items.map((item) => this.node(item));
        for (const item of items) if (isMap(item)) item.flow = true;
        return document.createNode(items);
      }
      case "object":
        return this.#map(value.fields);
      case "id": {
        const key = idKey(value.of, value.value);
        this.ids.set(key, value.value);
        const reference = `\${${key}}`;
        // Pulumi takes digits from a configuration for a number, whatever its type. As JSON they are text again.
        const isText = typeof value.value === "string" && /^\d+$/.test(value.value);
        return isText
          ? document.createNode({ "fn::toJSON": reference }, { flow: true })
          : document.createNode(reference);
      }
      case "reference":
        return document.createNode(`\${${value.to.variable}.id}`);
      case "adopted":
        return document.createNode(value.id);
      case "constant":
        return document.createNode(`\${${value.constant.name}}`);
    }
  }

  #map(fields: readonly Field[]): YAMLMap {
    const map = new YAMLMap();
    const comments: string[] = [];
    for (const field of fields) {
      if ("spread" in field) {
        if (field.spread.value.is !== "object") continue;
        map.items.push(...this.#map(field.spread.value.fields).items);
      } else if ("value" in field) {
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

/** Text in which Pulumi replaces nothing. */
const escaped = (text: string): string => text.replaceAll("${", () => "$${");
