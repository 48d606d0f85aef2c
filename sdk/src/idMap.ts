import { existsSync, readFileSync } from "node:fs";
import * as pulumi from "./pulumi";
import { idKinds, sectionOf } from "pulumi-platform-provider/dist/definition/idKinds";
import type { IdKind } from "pulumi-platform-provider/dist/definition/idKinds";

type Id = string | number;

/** Gives the ids of one instance for the ids of another. */
export type IdMap = Readonly<Record<IdKind, <Given extends Id>(id: Given) => Given>>;

/**
 * Reads the ids of this stack's instance from a file, so that one program serves several instances.
 *
 * With `const ids = idMap("map.prod.json")`, `ids.page(1001)` is the page on production that corresponds to page 1001
 * of the instance that the program was written for. `pulumi-platform map` writes the file:
 * `{ "pages": { "1001": 7001 }, "users": { "123": "456" } }`. The path is relative to the folder in which the program
 * runs.
 *
 * If the file does not exist, all ids stay unchanged, and the preview says so. If the file exists but lacks ids, the
 * preview fails and names the lines to add.
 */
export function idMap(file: string): IdMap {
  const map = read(file);
  const missing = new Missing(file);
  const lookUp =
    (kind: IdKind) =>
    <Given extends Id>(id: Given): Given => {
      // The page of a report of a single card is 0 on every instance.
      if (map === undefined || id === 0) return id;
      const found = map[sectionOf(kind)]?.[String(id)];
      if (typeof id !== "number" && isId(found)) return String(found) as Given;
      if (Number.isSafeInteger(Number(found)) && isId(found)) return Number(found) as Given;
      missing.add(kind, id);
      return id;
    };
  return Object.fromEntries(idKinds.map((kind) => [kind, lookUp(kind)])) as IdMap;
}

/** The ids that a file lacks. */
class Missing {
  readonly #ids = new Map<IdKind, Map<string, Id>>();
  #isToldSoon = false;

  constructor(readonly file: string) {}

  /** A preview goes on with the given id, so that it can name all ids that are missing. Nothing else does. */
  add(kind: IdKind, id: Id): void {
    const ids = this.#ids.get(kind) ?? new Map<string, Id>();
    this.#ids.set(kind, ids.set(String(id), id));
    if (!pulumi.isDryRun()) throw new pulumi.RunError(this.#message());
    if (this.#isToldSoon) return;
    this.#isToldSoon = true;
    // Pulumi fails a program that throws, wherever that is.
    setImmediate(() => {
      throw new pulumi.RunError(this.#message());
    });
  }

  #message(): string {
    const lines = idKinds.flatMap((kind) => {
      const ids = this.#ids.get(kind) ?? [];
      const entries = [...ids].map(
        ([key, id]) => `"${key}": ${typeof id === "number" ? "NUMBER" : '"ID"'}`,
      );
      return entries.length === 0 ? [] : `  "${sectionOf(kind)}": { ${entries.join(", ")} }`;
    });
    return `${this.file} lacks ids. Add these lines, with the ids of this stack's instance:\n${lines.join("\n")}`;
  }
}

const isId = (value: unknown): value is Id =>
  (typeof value === "string" && value.trim() !== "") || typeof value === "number";

type Sections = Partial<Record<string, Partial<Record<string, unknown>>>>;

function read(file: string): Sections | undefined {
  if (!existsSync(file)) {
    void pulumi.log.info(`${file} does not exist, so all ids are used unchanged.`);
    return undefined;
  }
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new pulumi.RunError(`${file} is not JSON: ${(error as Error).message}.`);
  }
  if (isObject(content) && Object.values(content).every(isObject)) return content;
  throw new pulumi.RunError(
    `${file} must have ids by kind, for example {"pages": {"1001": 7001}}.`,
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
