import { IdTable } from "../ids/idTable.js";
import { ownKind } from "../ids/translate.js";
import type { Item } from "../inventory/inventory.js";
import { readable } from "../inventory/read.js";
import { Comparer } from "./compare.js";
import { pairsOf } from "./pairs.js";

/** The types of objects whose ids programs contain and whose names identify them: groups. */
export const identified = readable.filter((resource) => ownKind(resource) !== undefined);

/**
 * The id pairs of groups whose names are unique on both sides. It uses only names, so it cannot hide a
 * difference.
 */
export function idsByName(itemsA: readonly Item[], itemsB: readonly Item[]): IdTable {
  const table = new IdTable("names");
  const isIdentified = (item: Item) => identified.includes(item.resource);
  const comparer = new Comparer(() => undefined);
  const { both } = pairsOf(itemsA.filter(isIdentified), itemsB.filter(isIdentified), comparer);
  for (const { a, b, duplicates } of both) {
    const kind = ownKind(a.resource);
    if (kind !== undefined && duplicates === undefined) table.set(kind, a.id, b.id);
  }
  return table;
}
