import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.js";
import type { Item } from "../inventory/inventory.js";
import { pluginType } from "../stack/resourceTypes.js";
import type { Declared, Program } from "../program/expression.js";
import { jsonText } from "./jsonText.js";

/** An object that `pulumi import --file` takes over. */
export interface Import {
  type: string;
  name: string;
  id: string;
}

/** A key that is different for each object of an instance. */
export const keyOf = ({ type, id }: Import): string => `${type} ${id}`;

export const importFile = "import.json";

export const typeOf = ({ resource }: Item): string => pluginType(resource);

/** The objects that a program declares. */
export const importsOf = ({ declared }: Program): Import[] => declared.map(importOf);

export const importOf = ({ item, name }: Declared): Import => ({
  type: typeOf(item),
  name,
  id: item.id,
});

/** The content of an import file. */
export const importText = (imports: readonly Import[]): string => jsonText({ resources: imports });

export function writeImports(folder: string, imports: readonly Import[]): void {
  const path = join(folder, importFile);
  if (existsSync(path))
    throw new Failure(`${path} exists. Move it away, or choose another folder.`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, importText(imports));
}
