/** What the engine's sentinel for a value that is not known yet becomes before anything looks at it. */
export const unknown = Symbol("unknown");

/** The sentinel that stands for an unknown value of any type in the engine's protocol. */
export const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A copy in which every sentinel is `unknown`. */
export function lift(value: unknown): unknown {
  if (value === sentinel) return unknown;
  if (Array.isArray(value)) return value.map(lift);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lift(inner)]));
  }
  return value;
}

/** A copy for the engine in which every `unknown` is the sentinel again. */
export function lower(value: unknown): unknown {
  if (value === unknown) return sentinel;
  if (Array.isArray(value)) return value.map(lower);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lower(inner)]));
  }
  return value;
}

export function holdsUnknown(value: unknown): boolean {
  if (value === unknown) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsUnknown);
}

/** The value at a path, or `unknown` when something unknown stands on the way. */
export function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let inner = value;
  for (const key of path) {
    if (inner === unknown || typeof inner !== "object" || inner === null) break;
    inner = (inner as Record<PropertyKey, unknown>)[key];
  }
  return inner;
}
