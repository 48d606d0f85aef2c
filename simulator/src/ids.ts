/** An id. A number cannot hold an id beyond 2^53 exactly, so such an id is a bigint. */
export type Id = number | bigint;

/** The id that digits spell. It has only one form, so equal ids are the same value. */
export function idOf(digits: string | Id): Id {
  const number = Number(digits);
  // Other texts name no object, as NaN does.
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(String(digits)) ? number : BigInt(digits);
}

const firstLong = 2n ** 53n;

/** The id of the object that is the n-th of its counter, beyond 2^53. */
export const longId = (n: number): Id => firstLong + BigInt(n);

/** The n of an id, be it long or not. */
export const countOf = (id: Id): number => Number(BigInt.asUintN(53, BigInt(id)));

export const compareIds = (a: Id, b: Id): number => (a < b ? -1 : a > b ? 1 : 0);
