/** A value that is not known yet. */
export const notKnownYet = Symbol("unknown");

/** Whether a value is unknown, or has an unknown part. */
export function holdsUnknown(value: unknown): boolean {
  if (value === notKnownYet) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsUnknown);
}

/** The same values, whose lists lack the items that are unknown or have an unknown part. */
export function knownItems<T>(values: T): T {
  if (typeof values !== "object" || values === null) return values;
  if (Array.isArray(values)) return values.filter((item) => !holdsUnknown(item)) as T;
  return Object.fromEntries(
    Object.entries(values).map(([key, inner]) => [key, knownItems(inner as unknown)]),
  ) as T;
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
