import { idKinds } from "pulumi-platform-provider/contract";
import type { IdKind } from "pulumi-platform-provider/contract";
import { IdTable } from "../ids/idTable.js";
import type { Item } from "../inventory/inventory.js";
import { readable } from "../inventory/read.js";
import { Comparer } from "./compare.js";
import { pairsOf } from "./pairs.js";

/** The kind of an item's id, if programs contain such ids: groups. */
export const ownKind = ({ resource }: Item): IdKind | undefined =>
  idKinds.find((kind) => kind === resource.noun);

/** The types of objects whose ids programs contain and whose names identify them: groups. */
export const identified = readable.filter(({ noun }) => idKinds.some((kind) => kind === noun));

/**
 * The id pairs of groups whose names are unique on both sides. They use nothing that the comparison checks, so no
 * difference is hidden.
 */
export function idsByName(itemsA: readonly Item[], itemsB: readonly Item[]): IdTable {
  const table = new IdTable("names");
  const isIdentified = (item: Item) => identified.includes(item.resource);
  const comparer = new Comparer(() => undefined);
  const { both } = pairsOf(itemsA.filter(isIdentified), itemsB.filter(isIdentified), comparer);
  for (const { a, b, duplicates } of both) {
    const kind = ownKind(a);
    if (kind !== undefined && duplicates === undefined) table.set(kind, a.id, b.id);
  }
  return table;
}
