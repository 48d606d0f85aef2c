import { get, idKinds, nameField, pluralOf, sectionOf } from "pulumi-platform-provider/contract";
import { objectTitle, wholeStack } from "../inventory/inventory.js";
import type { Gap, Inventory, Item } from "../inventory/inventory.js";
import { readable } from "../inventory/read.js";
import { Comparer } from "../compare/compare.js";
import type { FieldDifference } from "../compare/compare.js";
import { ownKind } from "../ids/usedIds.js";
import { groupedBy } from "../output/groupedBy.js";
import { isUnmappable, pairsOf } from "../compare/pairs.js";
import type { Pair } from "../compare/pairs.js";
import type { BothRead } from "../compare/readBoth.js";
import { counted, countedOf, firstOf } from "../output/texts.js";

/** A difference, or something that cannot be compared. */
export type Row = ObjectRow | FieldRow | GapRow;

/** An object without a counterpart. */
export interface ObjectRow {
  what: "onlyA" | "onlyB";
  of: string;
  title: string;
  id: string;
  /** The other side was not read completely, so it can have the object. */
  isUncertain?: boolean;
}

/** A field of an object that both sides have. */
export interface FieldRow extends Omit<FieldDifference, "kind"> {
  what: FieldDifference["kind"];
  of: string;
  title: string;
  /** The ids on both sides. Only the id on the first side if the other cannot be looked up. */
  ids: readonly string[];
}

/** Something that could not be read. */
export interface GapRow {
  what: "unread";
  side: "a" | "b" | "both";
  of: string;
  ids?: readonly string[];
  reason: string;
}

export interface Comparison {
  /** How many objects of each kind are equal. */
  equal: Record<string, number>;
  rows: Row[];
  notes: string[];
}

/** Whether nothing differs but what `platform:mail` mutes, which is wanted. */
export const isEqual = ({ rows }: Comparison): boolean =>
  rows.every(({ what }) => what === "muted");

interface Comparing {
  /** Which sides e-mail nobody. */
  muted: Record<"a" | "b", boolean>;
  /** Objects that only the second side has do not count. */
  isOneWay?: boolean;
}

/** Compares the objects of both sides. */
export function compareSides(
  { muted, isOneWay = false }: Comparing,
  { a, b, hasSameIds, translate, inverse, byName }: BothRead,
): Comparison {
  const comparer = new Comparer(translate, muted);
  const pairs = pairsOf(a.items, b.items, comparer, hasSameIds);
  const equal: Record<string, number> = {};
  const [lostA, onlyA] = split(pairs.onlyA, (item) => isLost(item, comparer, b));
  const other = new Comparer(inverse);
  const [lostB, onlyB] = split(isOneWay ? [] : pairs.onlyB, (item) => isLost(item, other, a));
  const fields: FieldRow[] = [
    ...lostA.map((item) => unmappedRow(item, "a")),
    ...lostB.map((item) => unmappedRow(item, "b")),
  ];
  const counts = new Map<string, number>();
  const note = (words: string) => counts.set(words, (counts.get(words) ?? 0) + 1);
  /** The titles of the objects, by what was found of fields that no argument holds. */
  const beyond = new Map<string, string[]>();
  const silent: Record<"a" | "b", Item[]> = { a: [], b: [] };
  for (const pair of pairs.both) {
    const compared = comparer.compare(pair.a, pair.b);
    const of = pluralOf(pair.a.resource);
    const ids = [pair.a.id, pair.b.id];
    const title = titleOfPair(pair);
    for (const { kind, ...rest } of compared.differences) {
      fields.push({ what: kind, of, title, ids, ...rest });
    }
    const silenced = compared.differences.flatMap(({ mutedSide }) => mutedSide ?? [])[0];
    if (silenced !== undefined) silent[silenced].push(silenced === "b" ? pair.a : pair.b);
    if (compared.differences.length === 0) {
      const apart = partsNotRead(pair, a.gaps, b.gaps);
      if (apart.length === 0) equal[of] = (equal[of] ?? 0) + 1;
      else note(`Equal, apart from their ${apart.join(" and ")}, which were not compared: ${of}`);
    }
    for (const path of compared.notInProgram) {
      const isIn = ({ notInProgram = {} }: Item) => path in notInProgram;
      const sides = [...(isIn(pair.a) ? [a] : []), ...(isIn(pair.b) ? [b] : [])];
      const who = sides.length === 2 ? "Both sides have the same" : `${sides[0]?.instance} has`;
      const words = `${who} ${path}, which no program can hold`;
      beyond.set(words, [...(beyond.get(words) ?? []), title]);
    }
    for (const path of compared.neither) note(`Neither side shows ${path} of ${of}`);
    for (const { path, side } of compared.unmanaged) {
      note(`${{ a, b }[side].instance} does not manage ${path} of ${of}`);
    }
  }
  return {
    equal,
    rows: [
      ...onlyOn("onlyA", onlyA, b),
      ...onlyOn("onlyB", onlyB, a),
      ...fields,
      ...gapRows(a.gaps, b.gaps),
    ],
    notes: [
      ...goLiveNotes(silent.a, onlyA, a.instance),
      ...goLiveNotes(silent.b, onlyB, b.instance),
      ...(isOneWay && pairs.onlyB.length > 0
        ? [`Left out because of --one-way: ${pairs.onlyB.length} only in ${b.instance}.`]
        : []),
      ...[...beyond].map(([words, titles]) => `${words}: ${firstOf(titles)}.`),
      ...[...counts].map(([words, count]) => `${words} (${count}).`),
      ...duplicateNotes(pairs.both),
      ...idKinds.flatMap((kind) => {
        const count = byName.entries(kind).length;
        return count === 0
          ? []
          : [`Ids matched by name: ${count} ${count === 1 ? kind : sectionOf(kind)}.`];
      }),
    ],
  };
}

/** The kinds of objects that belong to this pair, but that a side could not read: the members of a group. */
function partsNotRead({ a, b }: Pair, ...gaps: readonly (readonly Gap[])[]): string[] {
  const kind = ownKind(a.resource);
  const parts = kind === undefined ? [] : readable.filter(({ importIds }) => importIds?.[kind]);
  const isOfPair = (ids: readonly string[] | undefined, at: number) =>
    ids === undefined || ids.includes(at === 0 ? a.id : b.id);
  return parts
    .filter((part) =>
      gaps.some((some, at) =>
        some.some(({ of, ids }) => of === pluralOf(part) && isOfPair(ids, at)),
      ),
    )
    .map(pluralOf);
}

/** Whether an object cannot be looked up on the other side, because its id there is not known. */
function isLost(item: Item, comparer: Comparer, { unlisted = [], gaps }: Inventory): boolean {
  const [of, kind] = [pluralOf(item.resource), ownKind(item.resource)];
  // A type that could not be read has its own row.
  const isAsked = unlisted.includes(of) && !gaps.some((gap) => gap.of === of && !gap.ids);
  const isUnnamed = kind !== undefined && comparer.translate(kind, item.id) === undefined;
  return isUnmappable(item, comparer) || (isAsked && isUnnamed);
}

/** Objects that only one side has. Skips types that the other side could not read. */
function onlyOn(
  what: ObjectRow["what"],
  items: readonly Item[],
  { items: others, gaps }: Inventory,
): ObjectRow[] {
  const ids = new Set(others.map(({ id }) => id));
  // If the list shows the object, only its details could not be read.
  const isMissing = ({ ids: missing }: Gap) => missing?.every((id) => ids.has(id)) !== true;
  const unread = new Set(gaps.filter(isMissing).map(({ of }) => of));
  const shown = new Set(others.map(({ resource }) => pluralOf(resource)));
  return items.flatMap((item) => {
    const of = pluralOf(item.resource);
    if (unread.has(of) && !shown.has(of)) return [];
    const isUncertain = unread.has(of) || unread.has(wholeStack);
    const title = objectTitle(item);
    return [{ what, of, title, id: item.id, ...(isUncertain && { isUncertain }) }];
  });
}

/** An object that cannot be looked up on the other side. */
function unmappedRow(item: Item, side: "a" | "b"): FieldRow {
  const { resource, id, inputs } = item;
  const isById = ownKind(resource) !== undefined;
  const path = isById ? "id" : (resource.naturalKey.at(-1) ?? "");
  const row = {
    what: "unmapped",
    of: pluralOf(resource),
    title: objectTitle(item),
    ids: [id],
  } as const;
  const value = { a: undefined, b: undefined, [side]: isById ? id : get(inputs, path) };
  return { ...row, path, ...value };
}

function split<One>(all: readonly One[], isFirst: (one: One) => boolean): [One[], One[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** Rows for types that could not be read. A type that both sides could not read is one row. */
function gapRows(gapsA: readonly Gap[], gapsB: readonly Gap[]): GapRow[] {
  const rows = new Map<string, GapRow>();
  for (const [side, gaps] of [
    ["a", gapsA],
    ["b", gapsB],
  ] as const) {
    for (const gap of gaps) {
      const key = JSON.stringify(gap);
      const isOnBoth = rows.has(key) && rows.get(key)?.side !== side;
      rows.set(key, { what: "unread", side: isOnBoth ? "both" : side, ...gap });
    }
  }
  return [...rows.values()];
}

/**
 * Who gets e-mail when a side is no longer muted. A preview shows counts only at round numbers. What its own objects
 * would send is not known: only the other side shows values that are not muted.
 */
function goLiveNotes(muted: readonly Item[], only: readonly Item[], instance: string): string[] {
  const byKind = groupedBy(muted, ({ resource }) => pluralOf(resource));
  return [...byKind].map(([of, items]) => {
    const all = items.map(({ resource, inputs }) => resource.mail?.to(inputs)).flat();
    const names = new Set(all.flatMap((one) => one?.name ?? []));
    const also = items[0].resource.mail?.also;
    const whom = [
      ...(names.size === 0 ? [] : [counted(names.size, "recipient")]),
      ...(also === undefined ? [] : [`${items.length === 1 ? "its" : "their"} ${also}`]),
    ].join(" and ");
    const isMore = only.some(({ resource }) => pluralOf(resource) === of);
    return [
      `When ${instance} goes live, ${countedOf(items.length, of)} will e-mail ${whom}.`,
      ...(names.size === 0 ? [] : ["A group is one recipient."]),
      ...(isMore ? [`Those only in ${instance} are not counted.`] : []),
    ].join(" ");
  });
}

/** Notes about objects with the same key, which were paired by content. */
function duplicateNotes(pairs: readonly Pair[]): string[] {
  const groups = groupedBy(pairs, ({ a, duplicates }) =>
    duplicates === undefined ? undefined : pluralOf(a.resource),
  );
  return [...groups].map(([of, all]) => {
    const titles = [...new Set(all.map(titleOfPair))];
    return `Paired by content, because others have the same title: ${all.length} ${of} (${firstOf(titles)}).`;
  });
}

const titleOfPair = ({ a, b }: Pair): string =>
  a.inputs[nameField(a.resource) ?? ""] === undefined
    ? objectTitle(a)
    : objectTitle({ ...a, unseen: b.unseen });
