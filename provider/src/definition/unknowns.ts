/** A value that is not known yet. */
export const notKnownYet = Symbol("unknown");

/** Whether a value is unknown, or has an unknown part. */
export function holdsUnknown(value: unknown): boolean {
  if (value === notKnownYet) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsUnknown);
}

/** A deep copy, with each leaf as `change` makes it. `structuredClone` refuses unknown values. */
export function copyWith(
  value: unknown,
  change: (leaf: unknown) => unknown = (leaf) => leaf,
): unknown {
  if (typeof value !== "object" || value === null) return change(value);
  if (Array.isArray(value)) return value.map((inner) => copyWith(inner, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, copyWith(inner, change)]),
  );
}
