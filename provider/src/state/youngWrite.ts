import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { notShownYetKey } from "./bookkeeping";
import { meaningOf, meantAt } from "./compare";
import { contentOf } from "./contentHash";

/** A write that no read has shown since. */
interface YoungWrite {
  /** Epoch milliseconds. */
  at: number;
  /** Hashes of the values before each unseen update, as these may be secret, by property path. */
  before?: Record<string, string[]>;
}

/** Notes a write in the state. `old` is the state before an update of these paths. */
export function noteWrite(
  resource: Resource,
  old: Values = {},
  changed: readonly string[] = [],
): Values {
  const { before = {} } = (old[notShownYetKey] ?? {}) as Partial<YoungWrite>;
  const added = changed.map((path) => [
    path,
    [...(before[path] ?? []), hashAt(resource, path, old)],
  ]);
  const all = { ...before, ...(Object.fromEntries(added) as Record<string, string[]>) };
  const write: YoungWrite = {
    at: Date.now(),
    ...(Object.keys(all).length > 0 && { before: all }),
  };
  return { [notShownYetKey]: write };
}

/** Whether the instance may not show yet what Pulumi did at this time. A time far in the future is wrong. */
export const isYoungAt = (
  at: number,
  { visibilityDelaySeconds }: { visibilityDelaySeconds: number },
): boolean => Math.abs(Date.now() - at) < visibilityDelaySeconds * 1000;

/** How old the unseen write of a state is; undefined if a read has shown it, or the instance must show it by now. */
export function youngAgeMs(
  { [notShownYetKey]: write }: Values,
  settings: { visibilityDelaySeconds: number },
): number | undefined {
  const { at } = (write ?? {}) as Partial<YoungWrite>;
  // The clocks of two machines differ.
  return at !== undefined && isYoungAt(at, settings) ? Math.max(0, Date.now() - at) : undefined;
}

/** Whether the instance still shows the value from before an unseen write, or a part of a new list. */
export function isFromBefore(
  resource: Resource,
  { [notShownYetKey]: write }: Values,
  path: string,
  declared: Values,
  live: Values,
): boolean {
  const { before = {} } = (write ?? {}) as Partial<YoungWrite>;
  if (before[path]?.includes(hashAt(resource, path, live))) return true;
  const field = fieldsOf(resource.inputs).find((one) => one.path === path);
  const [wanted, shown] = [declared, live].map((values) =>
    field === undefined ? undefined : meaningOf(field.schema, get(values, path)),
  );
  return isList(wanted) && isList(shown) && shown.every((item) => wanted.includes(item));
}

const hashAt = (resource: Resource, path: string, values: Values): string =>
  contentOf(meantAt(resource.inputs, path, values) ?? null);

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
