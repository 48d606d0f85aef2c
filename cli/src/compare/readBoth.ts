import { sectionOf } from "pulumi-platform-provider/contract";
import type { Id, IdKind } from "pulumi-platform-provider/contract";
import { IdTable } from "../ids/idTable.js";
import { idsIn, ownKind } from "../ids/usedIds.js";
import type { Gap, Inventory, Item } from "../inventory/inventory.js";
import { readable } from "../inventory/read.js";
import type { Selection } from "../inventory/read.js";
import { Comparer } from "./compare.js";
import type { Translate } from "./compare.js";
import { pairsOf } from "./pairs.js";
import { haveSameIds } from "./sides.js";
import type { Side } from "./sides.js";
import type { ReportProgress } from "../output/progress.js";

type Ids = Partial<Record<IdKind, readonly string[]>>;

/** The types of objects whose ids programs contain and whose names identify them: groups. */
const identified = readable.filter((resource) => ownKind(resource) !== undefined);

/** The objects of both sides, and the known id pairs. */
export interface BothRead {
  a: Inventory;
  b: Inventory;
  hasSameIds: boolean;
  translate: Translate;
  /** Gives the ids on the first side. */
  inverse: Translate;
  /** The id pairs from names that the given table lacks. */
  byName: IdTable;
}

/**
 * Reads both sides. `wanted` has first-side ids of objects that the platform cannot list. `isCopy` takes the ids of two
 * instances for the same.
 */
export async function readBoth(
  [sideA, sideB]: readonly [Side, Side],
  wanted: Selection,
  given: IdTable,
  progress: ReportProgress,
  isCopy = false,
): Promise<BothRead> {
  const hasSameIds = isCopy || haveSameIds(sideA, sideB);
  const toB: Translate = (kind, id) => (hasSameIds ? id : given.get(kind, id));
  const toA: Translate = (kind, id) => (hasSameIds ? id : given.inverse(kind, id));
  // A state has all its objects, so it shows which objects to look for on the other side.
  const stackB = sideB.isStack ? await sideB.read(wanted, progress) : undefined;
  const named = united(
    wanted.ids,
    translated(stackB === undefined ? {} : keysOf(stackB.items), toA).ids,
  );
  const a = await sideA.read({ ...wanted, ids: named }, progress);
  const { ids, unknown } = translated(
    united(named, sideA.isStack ? keysOf(a.items) : {}),
    (kind, id) => (stackB === undefined ? toB(kind, id) : id),
  );
  // What only the second side does not show is a difference.
  const read = stackB ?? (await sideB.read({ ...wanted, ids, named: {} }, progress));
  // A gap about an object of the first side is already in the row of this object.
  const own = keysOf(a.items);
  const b = { ...read, gaps: [...read.gaps, ...gapsOf(unknown, own, given)] };
  const byName = hasSameIds
    ? new IdTable("names")
    : await namesTold([sideA, sideB], [a, b], wanted, progress);
  const translate: Translate = (kind, id) => toB(kind, id) ?? byName.get(kind, id);
  const inverse: Translate = (kind, id) => toA(kind, id) ?? byName.inverse(kind, id);
  return { a, b, hasSameIds, translate, inverse, byName };
}

/** The id pairs from names. Reads the objects with names again if the selection lacks some. */
async function namesTold(
  sides: readonly [Side, Side],
  [a, b]: readonly [Inventory, Inventory],
  { kinds, filter, ids }: Selection,
  progress: ReportProgress,
): Promise<IdTable> {
  const areAll = filter === undefined && identified.every((kind) => kinds.includes(kind));
  if (areAll) return idsByName(a.items, b.items);
  const isUsed = [...a.items].some((item) =>
    idsIn(item).some(({ kind }) => identified.some((one) => ownKind(one) === kind)),
  );
  if (!isUsed) return new IdTable("names");
  const [allA, allB] = await Promise.all(
    // A refused read leaves ids without a counterpart, which the comparison reports.
    sides.map((side) =>
      side.read({ kinds: identified, ids }, progress).then(
        ({ items }) => items,
        () => [],
      ),
    ),
  );
  return idsByName(allA ?? [], allB ?? []);
}

/**
 * The id pairs of groups whose names are unique on both sides. It uses only names, so it cannot hide a
 * difference.
 */
function idsByName(itemsA: readonly Item[], itemsB: readonly Item[]): IdTable {
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

/** The ids for looking up objects that the platform cannot list. */
function keysOf(items: readonly Item[]): Ids {
  const kinds = readable.flatMap(({ importIds = {} }) => Object.keys(importIds) as IdKind[]);
  const keys: Ids = Object.fromEntries(kinds.map((kind) => [kind, []]));
  for (const item of items) {
    const { importIds, naturalKey } = item.resource;
    if (importIds === undefined) continue;
    const own = ownKind(item.resource);
    const found = [
      ...(own === undefined ? [] : [{ kind: own, id: item.id }]),
      ...idsIn(item).filter(({ path }) => naturalKey.includes(path)),
    ];
    for (const { kind, id } of found) keys[kind] = [...(keys[kind] ?? []), String(id)];
  }
  return keys;
}

function united(one: Ids, other: Ids): Ids {
  const all: Ids = { ...one };
  for (const [kind, ids] of entriesOf(other)) {
    all[kind] = [...new Set([...(all[kind] ?? []), ...ids])];
  }
  return all;
}

function translated(ids: Ids, translate: Translate): { ids: Ids; unknown: Ids } {
  const known: Ids = {};
  const unknown: Ids = {};
  for (const [kind, all = []] of entriesOf(ids)) {
    if (ids[kind] === undefined) continue;
    const found = all.map((id) => translate(kind, id));
    known[kind] = found.filter((id): id is Id => id !== undefined).map(String);
    unknown[kind] = all.filter((_, at) => found[at] === undefined);
  }
  return { ids: known, unknown };
}

const entriesOf = (ids: Ids) => Object.entries(ids) as [IdKind, readonly string[]][];

const gapsOf = (unknown: Ids, own: Ids, { name }: IdTable): Gap[] =>
  entriesOf(unknown).flatMap(([kind, all]) => {
    const ids = all.filter((id) => own[kind]?.includes(id) !== true);
    const isNamed = identified.some((one) => ownKind(one) === kind);
    return ids.length === 0 || isNamed
      ? []
      : [{ of: sectionOf(kind), ids, reason: `No id in ${name}.` }];
  });
