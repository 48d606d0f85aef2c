import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Document, isMap, parse, parseDocument } from "yaml";
import { idKinds } from "pulumi-platform-provider/tooling";
import type { IdKind } from "pulumi-platform-provider/tooling";
import { Failure } from "../failure.js";
import { settingsPath } from "../inventory/stack.js";
import { idKey } from "../program/yaml.js";
import type { IdMapping } from "./idMapping.js";

/** Writes the known ids where a YAML program reads them: into the settings of a stack of the project in this folder. */
export function writeStackIds(project: string, stack: string, { ids, open }: IdMapping): string {
  const path = settingsPath(stack);
  const document = existsSync(path) ? parseDocument(readFileSync(path, "utf8")) : new Document({});
  const [error] = document.errors;
  if (error !== undefined) throw new Failure(`${path} is not YAML: ${error.message}`);
  if (!isMap(document.contents)) document.contents = new Document({}).contents;
  if (!isMap(document.get("config"))) document.set("config", document.createNode({}));
  const keyOf = (kind: IdKind, id: string | number) => ["config", `${project}:${idKey(kind, id)}`];
  for (const kind of idKinds) {
    for (const [id, value] of ids.get(kind) ?? []) {
      // Pulumi keeps settings as text.
      if (value !== null) document.setIn(keyOf(kind, id), String(value));
    }
  }
  // A whole number without a value stops the preview; otherwise the id of the first instance would be used.
  for (const { kind, id } of open) {
    if (typeof id === "number") document.setIn(keyOf(kind, id), "");
  }
  writeFileSync(path, document.toString({ lineWidth: 0 }));
  return path;
}

/** The name of the project in this folder. */
export function projectName(): string {
  const file = "Pulumi.yaml";
  if (!existsSync(file)) {
    throw new Failure(`--stack needs a project, but this folder has no ${file}.`);
  }
  const { name } = parse(readFileSync(file, "utf8")) as { name?: unknown };
  if (typeof name !== "string") throw new Failure(`${file} has no name.`);
  return name;
}
