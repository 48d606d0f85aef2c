import fc from "fast-check";
import { resources } from "../../../provider/dist/catalog";
import { callsOf } from "../../../provider/dist/definition/calls";
import type { Values } from "../lifecycle/tables/row";
import { anyEncoding } from "./encodings";
import type { Encoding } from "./encodings";
import { digitsOf, marked, unmarked } from "./numerals";
import { wordFields } from "./plainWords";

/** How an instance says what another one says in the words of the specification. */
export interface Spelling {
  /** The field that holds a list; as it is where there is none. */
  wrapped: string | undefined;
  /** Of ids and counts. */
  ids: "as they are" | "text" | "numbers" | "flipping";
  /** Fields that nobody knows, in every object. */
  more: Values;
  /** In the middle of every list that has no pages, which an odd row would shift. */
  oddRows: readonly unknown[];
  /** What a write answers whose answer nobody needs; nothing where it is empty. */
  words: string | undefined;
  status: 200 | 201 | 202;
  /** Of numbers: `11`, `11.0` or `1.1e1`. */
  numerals: "digits" | "point" | "exponent";
  /** Of words of enumerations. */
  letters: "as they are" | "capitals" | "small" | "mixed";
  encoding: Encoding;
  /** The ids of the instance are beyond 2^53. */
  isLong: boolean;
}

/** No array: of several in one object nothing tells which one is the list. */
const anyScalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const prefix = "unknown_";
const isUnknown = (name: string) => name.startsWith(prefix);
const unknownName = fc.stringMatching(/^[a-z]{1,8}$/).map((name) => `${prefix}${name}`);

export const anySpelling: fc.Arbitrary<Spelling> = fc.record({
  wrapped: fc.option(fc.stringMatching(/^[a-z]{1,10}$/), { nil: undefined }),
  ids: fc.constantFrom("as they are", "text", "numbers", "flipping"),
  more: fc.dictionary(unknownName, anyScalar, { maxKeys: 3, noNullPrototype: true }),
  // A text or a number can be an id, and an object a row of which nobody knows what it must have.
  oddRows: fc.array(fc.constantFrom(null, true, false, []), { maxLength: 2 }),
  words: fc.option(fc.constantFrom("OK", "Done.", "Dataset shared successfully", ""), {
    nil: undefined,
  }),
  status: fc.constantFrom(200, 201, 202),
  numerals: fc.constantFrom("digits", "point", "exponent"),
  letters: fc.constantFrom("as they are", "capitals", "small", "mixed"),
  encoding: anyEncoding,
  isLong: fc.boolean(),
});

/** Where the answer tells the id of something new. */
const creates = resources
  .filter(({ inputs }) => "adopt" in inputs.shape)
  .flatMap((resource) => callsOf(resource, "create", "extended") ?? [])
  .map(({ route }) => new RegExp(`${route.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));

/** The answers that somebody needs: the id of something new, a text, what a read shows. */
const isNeeded = (method: string, path: string) =>
  method === "GET" ||
  creates.some((create) => create.test(path)) ||
  /\/(partition\/list|text\/generation)$/.test(path);

const isIdOrCount = (name: string) => /^(id|count|size)$|(Id|Ids|Count)$/.test(name);

/** The same answer in another spelling; `n` counts the calls. */
export function respelled(
  text: string,
  { method, path, n, isPaged }: { method: string; path: string; n: number; isPaged: boolean },
  spelling: Spelling,
): string {
  const { wrapped, words, more } = spelling;
  const oddRows = isPaged ? [] : spelling.oddRows;
  if (words !== undefined && !isNeeded(method, path)) return words;
  if (text === "") return text;
  const ids = spelling.ids === "flipping" ? (n % 2 === 0 ? "text" : "numbers") : spelling.ids;
  const spell = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((one: unknown) => spell(one, name));
      const isList = value.every((one) => typeof one === "object");
      return isList ? items.toSpliced(Math.floor(items.length / 2), 0, ...oddRows) : items;
    }
    if (typeof value === "object" && value !== null) {
      const fields = Object.entries(value).map(([key, one]) => [key, spell(one, key)]);
      return { ...(Object.fromEntries(fields) as Values), ...more };
    }
    if (typeof value === "string" && wordFields.test(name)) return inLetters(value, spelling);
    if (!isIdOrCount(name) || !["string", "number"].includes(typeof value)) return value;
    if (ids === "text") return digitsOf(value);
    const isNumber = /^(0|[1-9]\d*)$/.test(String(value)) && Number.isSafeInteger(Number(value));
    return ids === "numbers" && isNumber ? Number(value) : value;
  };
  const said = spell(JSON.parse(marked(text)), "");
  const body = Array.isArray(said) && wrapped !== undefined ? { [wrapped]: said } : said;
  return unmarked(JSON.stringify(body), spelling.numerals);
}

/** A word of an enumeration in other letters. Other texts keep theirs. */
function inLetters(value: string, { letters }: Spelling): string {
  if (!/^[A-Za-z_,]+$/.test(value)) return value;
  if (letters === "capitals") return value.toUpperCase();
  if (letters === "small") return value.toLowerCase();
  const mixed = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1).toLowerCase()}`;
  return letters === "mixed" ? value.split(",").map(mixed).join(",") : value;
}

/** Values without the fields that nobody knows. */
export function withoutUnknown(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) =>
      isUnknown(key) || (key === "otherFields" && Object.keys(one as object).every(isUnknown))
        ? undefined
        : one,
    ),
  );
}
