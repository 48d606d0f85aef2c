import { createHash } from "node:crypto";

/** A hash of any value, whatever the order of its keys. */
export const hashOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex");

/** As much of the hash as tells the contents of one stack apart. */
export const contentOf = (value: unknown): string => hashOf(value).slice(0, 16);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
