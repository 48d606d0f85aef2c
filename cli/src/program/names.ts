import { nameField } from "pulumi-platform-provider/contract";
import type { Item } from "../inventory/inventory.js";

/** Words that cannot be variables in TypeScript, and names that a program uses itself. */
const reserved = new Set(
  `abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default delete do
else enum eval export extends false finally for from function get if implements import in infer instanceof interface is keyof let
module namespace never new null number object of package private protected public readonly require return set static string super
switch symbol this throw true try type typeof undefined unique unknown using var void while with yield exports globalThis process
existing ids platform pulumi`.split(/\s+/),
);

/** Signs over Latin, Greek and Cyrillic letters, and signs that only choose how a character looks. */
const signs = /[\u0300-\u036f]|[\u20d0-\u20ff]|\p{Variation_Selector}/gu;

/** The letters and digits of a text, as words. Letters of other scripts stay whole, with the vowels that are signs. */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(signs, "")
    .normalize("NFC")
    .replace(/['’]/g, "")
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, "$1 ")
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

/** A name for Pulumi: `weekly-sales`. */
export const slugOf = (text: string): string => wordsOf(text).join("-").toLowerCase();

/** Characters that not every compiler accepts in a name: the last ones are newer than the tables of today's compilers. */
const notInVariables =
  /[^\p{ID_Continue}]|[^\0-\uFFFF]|[\u0897\u088F\u0C5C\u0CDC\u1ACF-\u1AEB\u1C89\u1C8A\uA7CB-\uA7CF\uA7D2\uA7D4\uA7DA-\uA7DC\uA7F1]/gu;

/** A name for a variable: `weeklySales`. */
export function variableOf(text: string): string {
  const allowed = (part: string) => part.replace(notInVariables, "");
  const [first = "", ...rest] = wordsOf(text)
    .map((word) => allowed(word.toLowerCase()))
    .filter((word) => word !== "");
  // A capital can be newer than its letter.
  const name =
    first + rest.map((word) => allowed(word.charAt(0).toUpperCase()) + word.slice(1)).join("");
  return /^[\p{ID_Start}]/u.test(name) && !reserved.has(name) ? name : "";
}

/** The title of an item: its name, or its type and the words of its natural key, or its id. */
export function titleOf({ resource, id, inputs }: Item): string {
  const { naturalKey, noun } = resource;
  const named = nameField(resource);
  const words = (named === undefined ? naturalKey : [named])
    .map((path) => wordFor(inputs[path]))
    .join(" ");
  if (named !== undefined && slugOf(words) !== "") return words;
  return `${noun} ${slugOf(words) === "" ? id : words}`;
}

const wordFor = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Gives every name once: the second one that is wanted gets a 2. */
export class Names {
  readonly #taken = new Set<string>();
  /** The number to try next, so that thousands of equal names do not try all of them each time. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    for (const name of taken) this.#taken.add(name);
  }

  unique(wanted: string, separator = ""): string {
    let name = wanted;
    let n = this.#next.get(wanted) ?? 2;
    for (; this.#taken.has(name); n++) name = `${wanted}${separator}${n}`;
    this.#taken.add(name);
    this.#next.set(wanted, n);
    return name;
  }
}

/** The names of all items for Pulumi, apart from names that are `taken`. Objects of two types can have the same name. */
export function namesOf(items: readonly Item[], taken: Iterable<string> = []): Map<Item, string> {
  const known = [...taken];
  const byType = new Map<string, Names>();
  return new Map(
    items.map((item) => {
      const names = byType.get(item.resource.name) ?? new Names(known);
      byType.set(item.resource.name, names);
      return [item, names.unique(slugOf(titleOf(item)), "-")];
    }),
  );
}
