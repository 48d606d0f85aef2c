import { parse, stringify } from "lossless-json";

/**
 * Parses JSON. A whole number that JavaScript would round becomes the text of its digits. U+FFFD stands for half of a
 * sign, such as of an emoji that a platform cut: no program, state, file or terminal can hold it.
 */
export function parseJson(json: string): unknown {
  const text = halfSign.test(json) ? json.replace(escapes, wholeSign) : json;
  // The slower parser is only for texts that can have such a number.
  return /\d{16}/.test(text)
    ? parse(text, undefined, {
        parseNumber: exactNumber,
        onDuplicateKey: ({ newValue }) => newValue,
      })
    : JSON.parse(text);
}

const halfSign = /\\u[dD][89a-fA-F]/;
/** Each escape, so that an escaped backslash before a `u` is not taken for one of a sign. Both halves of a sign are one. */
const escapes = /\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|[^u])/g;
const wholeSign = (escape: string): string =>
  escape.length === 6 && halfSign.test(escape) ? "\\ufffd" : escape;

function exactNumber(text: string): number | string {
  const number = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? text : number;
}

/** Writes JSON. A `bigint` becomes a number with all its digits. */
export const toJson = (value: unknown): string | undefined => stringify(value);
