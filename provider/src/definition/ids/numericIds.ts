// The SDK loads this module with every program.

export const digits = /^(0|-?[1-9]\d*)$/;

/** An id that the specification shows as a whole number. Only a text holds ids from 2^53 on exactly. */
export type NumericId = number | string;

/** The shortest form of an id that keeps all digits. */
export const numericIdOf = (id: string): NumericId =>
  digits.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : id;

/** An id that corresponds to a given one: a number if the given one is a number and no digit is lost. */
export const inFormOf = (given: NumericId, id: NumericId): NumericId =>
  typeof given === "number" ? numericIdOf(String(id)) : String(id);

/** An id as a request sends it: a number with all digits. */
export function sentId(id: NumericId): number | bigint;
export function sentId(id: NumericId | undefined): number | bigint | undefined;
export function sentId(id: NumericId | undefined): number | bigint | undefined {
  if (typeof id !== "string") return id;
  return Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id);
}
