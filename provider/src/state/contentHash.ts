import { hash } from "node:crypto";

/** A hash of a value. The order of its keys does not matter. */
export const hashOf = (value: unknown): string => hash("sha256", JSON.stringify(sorted(value)));

/** A short hash, long enough to distinguish the contents of one stack. */
export const contentOf = (value: unknown): string => hashOf(value).slice(0, 16);

/** Hashes of earlier values, as these may be secret, by property path. A path can have several earlier values. */
export type ValueHashes = Readonly<Record<string, readonly string[]>>;

/** Adds the hashes of values by property path. */
export function withHashes(known: ValueHashes, values: Record<string, unknown>): ValueHashes {
  const added = Object.entries(values).map(([path, value]) => [
    path,
    [...(known[path] ?? []), contentOf(value ?? null)],
  ]);
  return { ...known, ...(Object.fromEntries(added) as ValueHashes) };
}

export const hasHash = (known: ValueHashes, path: string, value: unknown): boolean =>
  known[path]?.includes(contentOf(value ?? null)) === true;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
