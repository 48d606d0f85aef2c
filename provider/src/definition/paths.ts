import type { Values } from "./values";
import { memoize } from "./memoize";
import { notKnownYet } from "./unknowns";

/** The value at a path, or at the keys of one. Every part of an unknown value is unknown. */
export function get(values: unknown, path: string | readonly PropertyKey[]): unknown {
  let inner = values;
  for (const key of typeof path === "string" ? keysOf(path) : path) {
    if (inner === notKnownYet) return notKnownYet;
    inner =
      typeof inner === "object" && inner !== null
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined;
  }
  return inner;
}

// Each request reads the paths of all fields several times.
const keysOf = memoize((path: string): readonly string[] => path.split("."));

/** Sets the value at a path in place, and creates the objects on the way. */
export function set(values: Values, path: string, value: unknown): void {
  const [key, ...rest] = path.split(".") as [string, ...string[]];
  if (rest.length === 0) values[key] = value;
  else set((values[key] ??= {}) as Values, rest.join("."), value);
}

/** The name of the property that a path begins with. */
export const topOf = (path: string): string => path.split(/[.[]/)[0] ?? "";

/**
 * Whether a path as Pulumi writes it contains a path or is a part of it: `schedule` and `schedule["enabled"]`. `*` is any
 * name.
 */
export function overlaps(told: string, path: string): boolean {
  const keys = told.match(/[^.[\]"]+/g) ?? [told];
  const others = keysOf(path);
  return keys.slice(0, others.length).every((key, at) => key === "*" || key === others[at]);
}

/** Whether Pulumi takes the value of a path, or a part of it, from the state. */
export const isIn =
  (ignored: readonly string[] = []) =>
  (path: string): boolean =>
    ignored.some((option) => overlaps(option, path));
