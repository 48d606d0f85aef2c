import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.js";
import type { Gap, Inventory, Item } from "../inventory/inventory.js";
import { programOf } from "../program/build.js";
import type { Program } from "../program/expression.js";
import { importsFor } from "./declaredBy.js";
import type { Wanted } from "./declaredBy.js";
import { jsonText } from "./jsonText.js";
import { keptFolder } from "./merge.js";

/** An object that `pulumi import --file` takes over. */
export interface Import {
  type: string;
  name: string;
  id: string;
}

export const importFile = "import.json";

/** The names that an export gave: a later one gives the same object the same name. */
export const namesFile = join(keptFolder, "names.json");

export const typeOf = ({ resource }: Item): string => `platform:index:${resource.name}`;

/** The objects that a program declares. */
export const importsOf = ({ declared }: Program): Import[] =>
  declared.map(({ item, name }) => ({ type: typeOf(item), name, id: item.id }));

/** What an import file holds. */
export const importText = (imports: readonly Import[]): string => jsonText({ resources: imports });

/** The names that an earlier export into the folder gave. */
export function readNames(folder: string): (item: Item) => string | undefined {
  const path = join(folder, namesFile);
  const imports: Import[] = existsSync(path)
    ? (JSON.parse(readFileSync(path, "utf8")) as { resources: Import[] }).resources
    : [];
  const names = new Map(imports.map(({ type, id, name }) => [`${type} ${id}`, name]));
  return (item) => names.get(`${typeOf(item)} ${item.id}`);
}

/** Objects of an inventory for a program that exists: those that it would create, or all. */
export function importsOnly(
  inventory: Inventory,
  kept: (item: Item) => string | undefined,
  wanted: readonly Wanted[] | undefined,
): { imports: Import[]; gaps: Gap[] } {
  if (wanted === undefined) {
    return { imports: importsOf(programOf(inventory, kept)), gaps: [...inventory.gaps] };
  }
  const { imports, gaps } = importsFor(wanted, inventory.items);
  return { imports, gaps: [...inventory.gaps, ...gaps] };
}

export function writeImports(folder: string, imports: readonly Import[]): void {
  const path = join(folder, importFile);
  if (existsSync(path))
    throw new Failure(`${path} exists. Move it away, or choose another folder.`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, importText(imports));
}
