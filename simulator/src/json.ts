import { parse, stringify } from "lossless-json";
import { idOf } from "./ids.js";

/** Parses JSON. A whole number that JavaScript would round becomes a bigint. */
export function parseJson(text: string): unknown {
  // The slower parser is only for texts that can have such a number.
  return /\d{16}/.test(text) ? parse(text, undefined, exact) : JSON.parse(text);
}

const exact = (text: string) => (/^-?\d+$/.test(text) ? idOf(text) : Number(text));

/** Writes JSON. A bigint becomes a number with all its digits. */
export function toJson(value: unknown, space?: number): string {
  try {
    return JSON.stringify(value, null, space);
  } catch {
    // Only the slower writer knows bigints.
    return stringify(value, null, space) ?? "";
  }
}
