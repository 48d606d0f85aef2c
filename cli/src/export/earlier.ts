import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { WantedFlags } from "../inventory/wanted.js";
import type { Item } from "../inventory/inventory.js";
import type { ConstantNames } from "../program/constants.js";
import { typeOf } from "./imports.js";
import type { Import } from "./imports.js";
import { jsonText } from "./jsonText.js";

/** Where an export keeps what the next one into the same folder needs. */
export const keptFolder = ".export";

/** The file with the sources of an export and the names in its program. */
export const recordFile = join(keptFolder, "export.json");

/** Copies of the written files, to find manual changes later. */
const writtenFolder = join(keptFolder, "files");

export const writtenCopy = (folder: string, path: string): string =>
  join(folder, writtenFolder, path);

/** The source of an export. */
export interface Source {
  address: string;
  operations: string;
  /** The filter of the list of schedules. */
  scheduleFilter?: string;
  /** The options that selected the objects. Paths are relative to the folder of the project. */
  wanted: WantedFlags;
}

/** How an export splits a program into files. */
export type Split = "owner" | "page" | "none";

/** The options for the written project. */
export interface ProjectChoices {
  language: "typescript" | "yaml";
  provider: "plugin" | "dynamic";
  splitBy: Split;
  stack: string;
}

/** An object as an export found it. */
export interface RecordedObject extends Import {
  /** A hash of its inputs. */
  content: string;
}

/** The data of an export for the next one. */
export interface ExportRecord {
  source: Source;
  project: ProjectChoices;
  resources: readonly RecordedObject[];
  constants: ConstantNames;
}

export const recordText = (record: ExportRecord): string => jsonText(record);

export function readRecord(folder: string): ExportRecord | undefined {
  const path = join(folder, recordFile);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as ExportRecord) : undefined;
}

/** The names that an earlier export gave: the same object keeps its name. */
export function namesIn(record: ExportRecord | undefined): (item: Item) => string | undefined {
  const names = new Map(record?.resources.map(({ type, id, name }) => [`${type} ${id}`, name]));
  return (item) => names.get(`${typeOf(item)} ${item.id}`);
}

/** A file that an earlier export wrote and that still exists. */
interface WrittenFile {
  path: string;
  isEdited: boolean;
}

export function writtenFiles(folder: string): WrittenFile[] {
  const copies = join(folder, writtenFolder);
  if (!existsSync(copies)) return [];
  const paths = readdirSync(copies, { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => statSync(join(copies, path)).isFile())
    .sort()
    .map((path) => {
      const current = textOf(join(folder, path));
      const isEdited = current !== undefined && current !== textOf(join(copies, path));
      return { path, isEdited };
    });
}

export const textOf = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, "utf8") : undefined;
