import { copyWith, notKnownYet } from "../definition/unknowns";

/** The text that stands for an unknown value of any type in the engine's protocols. */
export const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A copy with `notKnownYet` in place of every sentinel. */
export const lift = (value: unknown): unknown =>
  copyWith(value, (leaf) => (leaf === sentinel ? notKnownYet : leaf));

/** A copy with the sentinel in place of every `notKnownYet`, for the engine. */
export const lower = (value: unknown): unknown =>
  copyWith(value, (leaf) => (leaf === notKnownYet ? sentinel : leaf));
