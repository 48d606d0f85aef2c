import { fieldsOf, meaningOf } from "pulumi-platform-provider/contract";
import type { Field, Resource } from "pulumi-platform-provider/contract";
import { holdsSymbol, withWords } from "./values.js";

/** For each item of a list, whether the other list lacks it. Different spellings can mean the same item. */
export function lackedBy(
  other: readonly unknown[],
  list: readonly unknown[],
  schema: Field["schema"] | undefined,
): boolean[] {
  const keyOf = (item: unknown): string =>
    // Definitions know no secrets.
    schema === undefined || holdsSymbol(item)
      ? JSON.stringify(withWords(item))
      : JSON.stringify(meaningOf(schema, [item]));
  const known = new Set(other.map(keyOf));
  return list.map((item) => !known.has(keyOf(item)));
}

/** The items of a list that a change removes and adds; undefined for other values, and if only the order differs. */
export function itemsChanged(
  { path, from, to }: { path: string; from: unknown; to: unknown },
  resource: Resource | undefined,
): { removed: unknown[]; added: unknown[] } | undefined {
  if (!Array.isArray(from) || !Array.isArray(to)) return undefined;
  const { schema } = (resource && fieldsOf(resource.inputs).find((one) => one.path === path)) ?? {};
  const [isGone, isAdded] = [lackedBy(to, from, schema), lackedBy(from, to, schema)];
  const removed = from.filter((_, at) => isGone[at]) as unknown[];
  const added = to.filter((_, at) => isAdded[at]) as unknown[];
  return removed.length + added.length === 0 ? undefined : { removed, added };
}
