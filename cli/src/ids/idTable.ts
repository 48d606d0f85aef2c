import { existsSync, readFileSync } from "node:fs";
import { idKinds, sectionOf, suggest } from "pulumi-platform-provider/tooling";
import type { IdKind } from "pulumi-platform-provider/tooling";
import { Failure } from "../failure.js";
import type { Id } from "./translate.js";

/** The part of a file with what `map` knows of the ids that it could not tell. */
export const openSection = "$open";

/** Ids of one instance, and the ids that correspond to them on another. */
export class IdTable {
  readonly #ids = new Map<IdKind, Map<string, Id>>();
  readonly #inverse = new Map<IdKind, Map<string, Id>>();

  /** `name` says in messages where the ids come from. */
  constructor(readonly name: string) {}

  /** The id on the other instance, as a number where the given one is a number. */
  get(kind: IdKind, id: Id): Id | undefined {
    const found = this.#ids.get(kind)?.get(String(id));
    if (found === undefined || typeof id === "string") return found && String(found);
    const number = Number(found);
    if (Number.isSafeInteger(number)) return number;
    throw new Failure(`${this.name}: ${sectionOf(kind)}.${id} must be a whole number.`);
  }

  /** The id that corresponds to an id of the other instance; of several, the first. */
  inverse(kind: IdKind, id: Id): Id | undefined {
    return this.#inverse.get(kind)?.get(String(id));
  }

  set(kind: IdKind, id: Id, other: Id): void {
    put(this.#ids, kind, String(id), other);
    if (this.inverse(kind, other) === undefined) put(this.#inverse, kind, String(other), id);
  }

  has = (kind: IdKind, id: Id): boolean => this.#ids.get(kind)?.has(String(id)) ?? false;

  entries(kind: IdKind): [string, Id][] {
    return [...(this.#ids.get(kind) ?? [])];
  }

  /** The ids of the other instance that correspond to several ids. */
  shared(): { kind: IdKind; id: Id; from: string[] }[] {
    return idKinds.flatMap((kind) => {
      const groups = new Map<string, string[]>();
      for (const [from, id] of this.entries(kind)) {
        groups.set(String(id), [...(groups.get(String(id)) ?? []), from]);
      }
      return [...groups].flatMap(([id, from]) => (from.length > 1 ? [{ kind, id, from }] : []));
    });
  }
}

function put(table: Map<IdKind, Map<string, Id>>, kind: IdKind, key: string, value: Id): void {
  const ids = table.get(kind) ?? new Map<string, Id>();
  table.set(kind, ids.set(key, value));
}

/** The ids of a file that `map` wrote. */
export function readIdFile(path: string): IdTable {
  if (!existsSync(path)) {
    throw new Failure(`${path} does not exist. Write it with pulumi-platform map.`);
  }
  const table = new IdTable(path);
  for (const [section, ids] of Object.entries(contentOf(path))) {
    if (section === openSection) continue;
    const kind = idKinds.find((one) => sectionOf(one) === section);
    if (kind === undefined) throw unknownSection(path, section);
    if (!isObject(ids)) throw new Failure(`${path}: ${section} must be an object with ids.`);
    for (const [id, other] of Object.entries(ids)) {
      // What nobody has told yet.
      if (other === null || other === "") continue;
      if (typeof other !== "string" && typeof other !== "number") {
        throw new Failure(`${path}: ${section}.${id} must be an id, or null.`);
      }
      table.set(kind, id, other);
    }
  }
  return table;
}

function contentOf(path: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Failure(`${path} is not JSON: ${(error as Error).message}.`);
  }
  if (isObject(content)) return content;
  throw new Failure(
    `${path} must be an object with ids by kind, for example {"pages": {"1001": 7001}}.`,
  );
}

function unknownSection(path: string, section: string): Failure {
  const known = idKinds.map((kind) => sectionOf(kind));
  const meant = suggest(section, known);
  return new Failure(
    `${path}: unknown part "${section}". ${meant ? `Did you mean ${meant}?` : `Known parts: ${known.join(", ")}.`}`,
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
