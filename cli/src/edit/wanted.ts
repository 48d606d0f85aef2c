import type { Field } from "pulumi-platform-provider/contract";

/** A value of the instance that the program should have. */
export interface ValueEdit {
  /** The class of the resource: `ReportSchedule`. */
  type: string;
  /** The name of the resource in the program. */
  name: string;
  field: Field;
  /** The value in the state, and so in the program that was applied. */
  from: unknown;
  to: unknown;
  /** Whether an argument that the program leaves out can be added. */
  canInsert: boolean;
}

/** New text for a part of a file. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** Where in the program a value is. */
export interface Position {
  file: string;
  line: number;
}

/** An edit, or the facts that a person needs to edit the program. */
export type Found =
  | (Position & { splice: Splice; value: unknown })
  | (Partial<Position> & { reason: string });

/** A program whose values can be found and replaced. */
export interface Program {
  find(wanted: ValueEdit): Found;
  /** Where a resource is declared. */
  locate(type: string, name: string): Position | undefined;
  /** Replaces the text of a file. */
  write(file: string, text: string): void;
  /** Whether a file is a program at all. */
  isValid(file: string): boolean;
}

export const isEdit = (found: Found): found is Extract<Found, { splice: unknown }> =>
  "splice" in found;

export const spliced = (before: string, { start, end, text }: Splice): string =>
  before.slice(0, start) + text + before.slice(end);

/** What ends the lines of a file. */
export const lineEnd = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** Whether a value can be written as a literal. */
export function isPlain(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || ["string", "boolean"].includes(typeof value)) return true;
  if (typeof value !== "object") return false;
  return Object.entries(value).every(
    ([key, inner]) => (Array.isArray(value) || isName(key)) && isPlain(inner),
  );
}

/** Whether a name needs no quotes in any language. `__proto__` needs quotes to become a field. */
const isName = (key: string): boolean => /^[A-Za-z]\w*$/.test(key);

export const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Why a value is not edited. */
export const reasons = {
  computed: "the program computes the value here",
  changed:
    "the program has another value here than the state, so it changed since the last pulumi up",
  lossy: "an edit would lose the comments inside",
};
