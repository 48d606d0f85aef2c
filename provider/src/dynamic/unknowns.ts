import { unknown } from "../definition/unknowns";

/** The text that stands for an unknown value of any type in the engine's protocols. */
export const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A copy with `unknown` in place of every sentinel. */
export function lift(value: unknown): unknown {
  if (value === sentinel) return unknown;
  if (Array.isArray(value)) return value.map(lift);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lift(inner)]));
  }
  return value;
}

/** A copy with the sentinel in place of every `unknown`, for the engine. */
export function lower(value: unknown): unknown {
  if (value === unknown) return sentinel;
  if (Array.isArray(value)) return value.map(lower);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lower(inner)]));
  }
  return value;
}
