import { idKinds, sectionOf } from "./idKinds";
import type { IdKind } from "./idKinds";
import { suggest } from "./nearest";
import { parseJson } from "../../wire/json";

// The SDK loads this module with every program.

export type Id = string | number;

/** Ids of one instance, and the ids that correspond to them on another. */
export type IdsByKind = ReadonlyMap<IdKind, ReadonlyMap<string, Id>>;

/** An instance in a file with ids. */
export interface InstanceOfIds {
  name?: string;
  /** The address, or only the host. */
  address: string;
}

/** The content of a file with ids, as `map` writes it. */
interface IdFile {
  /** The instance with the ids on the left. */
  from?: InstanceOfIds;
  /** The instance with the ids on the right. */
  to?: InstanceOfIds;
  ids: IdsByKind;
}

export const fromSection = "$from";
export const toSection = "$to";
/** The section in which `map` describes the ids for which it found no other id. */
export const openSection = "$open";

/** Reads a file with ids. `fail` makes the error for a mistake in it. */
export function parseIdFile(file: string, text: string, fail: (message: string) => Error): IdFile {
  const ids = new Map<IdKind, Map<string, Id>>();
  const sides: Record<string, InstanceOfIds> = {};
  for (const [section, value] of Object.entries(contentOf(file, text, fail))) {
    if (section === openSection) continue;
    if (!isObject(value)) throw fail(`${file}: ${section} must be an object.`);
    if (section === fromSection || section === toSection) {
      const { name, address } = value;
      if (typeof address !== "string") throw fail(`${file}: ${section} must have an address.`);
      sides[section] = { address, ...(typeof name === "string" && { name }) };
      continue;
    }
    const kind = idKinds.find((one) => sectionOf(one) === section);
    if (kind === undefined) throw fail(`${file}: ${unknownSection(section)}`);
    const known = new Map<string, Id>();
    for (const [id, other] of Object.entries(value)) {
      const problem = problemOf(id, other);
      if (problem !== undefined) throw fail(`${file}: ${section}.${id} ${problem}.`);
      if (isId(other)) known.set(id, other);
    }
    ids.set(kind, known);
  }
  return { from: sides[fromSection], to: sides[toSection], ids };
}

function contentOf(file: string, text: string, fail: (message: string) => Error): object {
  let content: unknown;
  try {
    content = parseJson(text);
  } catch (error) {
    throw fail(`${file} is not JSON: ${(error as Error).message}.`);
  }
  if (isObject(content)) return content;
  throw fail(`${file} must be an object with ids by kind, for example {"pages": {"1001": 7001}}.`);
}

function unknownSection(section: string): string {
  const known = idKinds.map((kind) => sectionOf(kind));
  const meant = suggest(section, known);
  return `unknown section "${section}". ${meant ? `Did you mean ${meant}?` : `Known sections: ${known.join(", ")}.`}`;
}

/** Why `other` cannot correspond to an id. Null and an empty text mean that it is not known yet. */
function problemOf(id: string, other: unknown): string | undefined {
  if (other === null || other === "") return undefined;
  if (!isId(other)) return "must be an id, or null";
  const text = String(other);
  if (/^\d+$/.test(id)) {
    // The ids of a kind have the same form on every instance.
    const isWhole =
      /^\d+$/.test(text) && (typeof other === "string" || Number.isSafeInteger(other));
    return isWhole ? undefined : `must be a whole number, not ${JSON.stringify(other)}`;
  }
  return /\s/.test(text) ? `must be an id, not ${JSON.stringify(other)}` : undefined;
}

const isId = (value: unknown): value is Id =>
  (typeof value === "string" && value !== "") || typeof value === "number";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** How many ids a line names. */
const most = 5;

/** A warning about ids that several other ids correspond to, which can be a mistake. */
export function sharedIds(file: string, ids: IdsByKind): string | undefined {
  const shared = [...ids].flatMap(([kind, known]) => {
    const groups = new Map<string, string[]>();
    for (const [from, id] of known) {
      groups.set(String(id), [...(groups.get(String(id)) ?? []), from]);
    }
    return [...groups].flatMap(([id, from]) =>
      from.length > 1 ? [`${kind} ${id} for ${firstOf(from, ", ")}`] : [],
    );
  });
  return shared.length === 0
    ? undefined
    : `${file} has one id for several ids: ${firstOf(shared, "; ")}. Check that this is what you mean.`;
}

const firstOf = (all: readonly string[], separator: string): string =>
  all.slice(0, most).join(separator) + (all.length > most ? ` and ${all.length - most} more` : "");

/** Whether two addresses are of the same instance. If one has no path, only the hosts count. */
export function isSameInstance(one: string, other: string): boolean {
  const [a, b] = [locationOf(one), locationOf(other)];
  return a.host === b.host && (a.path === undefined || b.path === undefined || a.path === b.path);
}

/** Whether two addresses of different instances differ only in their paths, or in the name of this machine. */
export function canBeSameInstance(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) =>
    locationOf(address).host.replace(/^(127(\.\d+){3}|\[::1\])(?=:|$)/, "localhost"),
  );
  return a === b;
}

function locationOf(text: string): { host: string; path?: string } {
  const address = text.trim();
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return { host: address.toLowerCase() };
  const { host, pathname } = new URL(address);
  return { host, path: pathname.replace(/\/+$/, "") };
}
