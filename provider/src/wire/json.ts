import { parse, stringify } from "lossless-json";

/** Parses JSON. A whole number that JavaScript would round becomes the text of its digits. */
export function parseJson(text: string): unknown {
  // The slower parser is only for texts that can have such a number.
  return /\d{16}/.test(text)
    ? parse(text, undefined, {
        parseNumber: exactNumber,
        onDuplicateKey: ({ newValue }) => newValue,
      })
    : JSON.parse(text);
}

function exactNumber(text: string): number | string {
  const number = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? text : number;
}

/** Writes JSON. A `bigint` becomes a number with all its digits. */
export const toJson = (value: unknown): string | undefined => stringify(value);
