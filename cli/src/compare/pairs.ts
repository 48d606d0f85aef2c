import { groupedBy } from "../output/groupedBy.js";
import { get, meantAt, metaOf, nameField, partFor } from "pulumi-platform-provider/contract";
import type { Values } from "pulumi-platform-provider/contract";
import { compareIds } from "../inventory/inventory.js";
import type { Item } from "../inventory/inventory.js";
import { hasUnmapped, meaningsOf } from "./compare.js";
import type { Comparer } from "./compare.js";

/** An item and its counterpart. */
export interface Pair {
  a: Item;
  b: Item;
  /** All items of the second side with the same key, if either side has several. */
  duplicates?: readonly Item[];
}

/** The items of two sides, each with its counterpart. */
interface Pairs {
  both: Pair[];
  onlyA: Item[];
  onlyB: Item[];
}

type KeyOf = (item: Item) => string | undefined;

/**
 * Finds the counterpart of each item. On the same instance, this is the object with the same id. Otherwise it is an
 * object with the same natural key. Of several, the most similar items are pairs. The remaining items are paired
 * without the ids in the key whose counterparts are not known.
 */
export function pairsOf(
  itemsA: readonly Item[],
  itemsB: readonly Item[],
  comparer: Comparer,
  hasSameIds = false,
): Pairs {
  const keyOfA: KeyOf = (item) => naturalKey(item, comparer.translated(item));
  const keyOfB: KeyOf = (item) => naturalKey(item, item.inputs);
  const hasUnmappedKey = (item: Item) => hasUnmapped(keyOfA(item));
  const passes: [KeyOf, KeyOf][] = [
    ...(hasSameIds ? ([[idKey, idKey]] satisfies [KeyOf, KeyOf][]) : []),
    [(item) => (hasUnmappedKey(item) ? undefined : keyOfA(item)), keyOfB],
    [(item) => (hasUnmappedKey(item) ? wordKey(item) : undefined), wordKey],
  ];
  const pairs: Pairs = { both: [], onlyA: inOrder(itemsA), onlyB: inOrder(itemsB) };
  for (const [left, right] of passes) pairBy(pairs, left, right, comparer);
  // What the platform made by itself differs from nothing that a program declares.
  const isDeclared = ({ isImplied }: Item) => isImplied !== true;
  return {
    both: pairs.both.filter(({ a, b }) => isDeclared(a) || isDeclared(b)),
    onlyA: pairs.onlyA.filter(isDeclared),
    onlyB: pairs.onlyB.filter(isDeclared),
  };
}

/** Pairs items with equal keys. */
function pairBy(pairs: Pairs, keyOfA: KeyOf, keyOfB: KeyOf, comparer: Comparer): void {
  const [groupsA, groupsB] = [groupedBy(pairs.onlyA, keyOfA), groupedBy(pairs.onlyB, keyOfB)];
  const paired = new Set<Item>();
  for (const [key, group] of groupsA) {
    const others = groupsB.get(key);
    if (others === undefined) continue;
    const isOne = group.length === 1 && others.length === 1;
    for (const [a, b] of alike(group, others, comparer)) {
      paired.add(a).add(b);
      const duplicates = isOne ? {} : { duplicates: others };
      pairs.both.push({ a, b, ...duplicates });
    }
  }
  pairs.onlyA = pairs.onlyA.filter((item) => !paired.has(item));
  pairs.onlyB = pairs.onlyB.filter((item) => !paired.has(item));
}

/** The maximum number of comparisons of items with the same key. Beyond it, their order decides. */
const maxComparisons = 1_000_000;

/** Pairs items with the same key: first equal items, then the most similar items. */
function alike(
  group: readonly [Item, ...Item[]],
  others: readonly [Item, ...Item[]],
  comparer: Comparer,
): [Item, Item][] {
  if (group.length === 1 && others.length === 1) return [[group[0], others[0]]];
  const left = group.map((item) => withMeanings(item, comparer.translated(item)));
  const right = others.map((item) => withMeanings(item, item.inputs));
  const pairs: [Item, Item][] = [];
  const free = groupedBy(right, ({ text }) => text);
  const restA = left.filter(({ item, text }) => {
    const duplicate = free.get(text)?.shift();
    if (duplicate !== undefined) pairs.push([item, duplicate.item]);
    return duplicate === undefined;
  });
  const restB = [...free.values()].flat();
  return [...pairs, ...nearest(restA, restB)];
}

interface Meant {
  item: Item;
  meanings: readonly string[];
  text: string;
}

function withMeanings(item: Item, inputs: Values): Meant {
  const meanings = meaningsOf(item.resource, inputs);
  return { item, meanings, text: meanings.join() };
}

function nearest(left: readonly Meant[], right: readonly Meant[]): [Item, Item][] {
  if (left.length * right.length > maxComparisons) {
    const byText = (one: Meant, other: Meant) => (one.text < other.text ? -1 : 1);
    const sorted = [...right].sort(byText);
    return [...left].sort(byText).flatMap(({ item }, at): [Item, Item][] => {
      const other = sorted[at];
      return other === undefined ? [] : [[item, other.item]];
    });
  }
  const distances = left.flatMap((a) =>
    right.map((b) => ({ a, b, apart: differing(a.meanings, b.meanings) })),
  );
  const paired = new Set<Meant>();
  const pairs: [Item, Item][] = [];
  for (const { a, b } of distances.sort((one, other) => one.apart - other.apart)) {
    if (paired.has(a) || paired.has(b)) continue;
    paired.add(a).add(b);
    pairs.push([a.item, b.item]);
  }
  return pairs;
}

const differing = (one: readonly string[], other: readonly string[]): number =>
  one.reduce((count, meaning, at) => count + Number(meaning !== other[at]), 0);

/** Sorts items by id, because the order of a list can change. */
const inOrder = (items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => compareIds(a.id, b.id));

const idKey: KeyOf = ({ resource, id }) => JSON.stringify([resource.name, id]);

/** Whether only ids identify an item, and these ids have no counterpart. */
export const isUnmappable = (item: Item, comparer: Comparer): boolean =>
  wordKey(item) === undefined && hasUnmapped(naturalKey(item, comparer.translated(item)));

/** The natural key; undefined if a part of it is not shown. */
function naturalKey({ resource }: Item, inputs: Values): string | undefined {
  const parts = resource.naturalKey.map((path) => meantAt(resource.inputs, path, inputs));
  return parts.includes(undefined) ? undefined : JSON.stringify([resource.name, ...parts]);
}

/** The natural key without ids; undefined if it has no name. */
const wordKey: KeyOf = ({ resource, inputs }) => {
  const { name, naturalKey: paths } = resource;
  if (nameField(resource) === undefined) return undefined;
  const words = paths.filter((path) => {
    const schema = partFor(resource.inputs, inputs, path);
    return schema === undefined || metaOf(schema).idOf === undefined;
  });
  const parts = words.map((path) => get(inputs, path));
  return parts.includes(undefined) ? undefined : JSON.stringify([name, ...parts]);
};
