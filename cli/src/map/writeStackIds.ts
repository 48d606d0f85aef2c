import { Document, isMap, parseDocument, Scalar } from "yaml";
import { idKinds, sectionOf } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { replaceFile, textIn } from "../files.js";
import { settingsPath } from "../stack/stackSettings.js";
import { idsSetting } from "../program/yaml.js";
import type { IdMapping } from "./idMapping.js";

/** Writes the known ids where a YAML program reads them: into the settings of a stack of the project in this folder. */
export function writeStackIds(project: string, stack: string, { ids }: IdMapping): string {
  const path = settingsPath(stack);
  const text = textIn(path);
  const document = text === undefined ? new Document({}) : parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw new Failure(`${path} is not YAML: ${error.message}`);
  if (!isMap(document.contents)) document.contents = new Document({}).contents;
  if (!isMap(document.get("config"))) document.set("config", document.createNode({}));
  for (const kind of idKinds) {
    for (const [id, value] of ids.get(kind) ?? []) {
      // An open id has no value, which stops the preview.
      const path = ["config", `${project}:${idsSetting}`, sectionOf(kind), quoted(id)];
      document.setIn(path, quoted(value));
    }
  }
  replaceFile(path, document.toString({ lineWidth: 0 }));
  return path;
}

/** Text that stays text, whatever it looks like. */
function quoted<Value>(value: Value): Value | Scalar<Value> {
  if (typeof value !== "string") return value;
  const scalar = new Scalar<Value>(value);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}
