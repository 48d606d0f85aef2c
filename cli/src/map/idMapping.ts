import {
  fromSection,
  idKinds,
  openSection,
  pluralOf,
  sectionOf,
  toSection,
} from "pulumi-platform-provider/contract";
import type { Id, IdKind, InstanceOfIds } from "pulumi-platform-provider/contract";
import { counted, firstOf } from "../output/texts.js";
import { jsonText, when } from "../print.js";
import type { BothRead } from "../compare/readBoth.js";
import { IdTable } from "../ids/idTable.js";
import { idsIn, ownKind } from "../ids/usedIds.js";
import { compareIds, objectTitle } from "../inventory/inventory.js";
import type { Item } from "../inventory/inventory.js";
import type { Existence } from "./existence.js";
import { Inference } from "./inference.js";

/** An id without a known counterpart, and what is known about it. */
interface OpenId {
  kind: IdKind;
  id: Id;
  usedBy: string[];
  candidates: Id[];
  /** The name of the object, where the first side shows it. */
  name?: string;
  /** The second side has no object with the same id, although the ids of both sides are the same. */
  isAbsent?: true;
}

/** The ids of one side that programs contain, and what they are on the other. */
export interface IdMapping {
  /** By kind, in the order of the file; null for an id without a known counterpart. */
  ids: Map<IdKind, [string, Id | null][]>;
  open: OpenId[];
  /** Ids in the file that contradict the objects of both sides. */
  kept: { kind: IdKind; id: Id; value: Id; found: Id }[];
  /** Objects of the first side that a program creates on the second. */
  created: string[];
  /** Ids that are the same on both sides, but of which no call tells whether the second side has them. */
  unchecked: { kind: IdKind; id: Id }[];
}

/** Maps the ids of the chosen items. What `given` has stays. With the same ids on two instances, `exists` checks each. */
export function mapIds(
  { a, b, hasSameIds }: BothRead,
  chosen: readonly Item[],
  given: IdTable,
  exists?: Existence,
): IdMapping {
  const itemsB = hasSameIds ? [] : b.items;
  const inference = new Inference(given, a.items, itemsB);
  // A wrong id in the file separates the objects that would show the right id.
  const alone = new Inference(new IdTable(given.name), a.items, itemsB);
  const mapping: IdMapping = { ids: new Map(), open: [], kept: [], created: [], unchecked: [] };
  const objects = new Map(
    a.items.map((item) => [`${String(ownKind(item.resource))} ${item.id}`, item]),
  );
  const unread = new Set(b.gaps.map(({ of }) => of));
  for (const use of usesOf(chosen)) {
    const { kind, id } = use;
    const filled = given.get(kind, id);
    const isThere = filled === undefined ? exists?.(kind, id) : undefined;
    const isAbsent = isThere === false;
    const same = hasSameIds && !isAbsent ? id : undefined;
    const value = filled ?? same ?? inference.found(kind, id);
    if (value !== undefined) {
      put(mapping, kind, id, value);
      if (exists !== undefined && filled === undefined && isThere === undefined) {
        mapping.unchecked.push({ kind, id });
      }
      const found = filled === undefined ? undefined : alone.found(kind, id);
      if (found !== undefined && String(found) !== String(value)) {
        mapping.kept.push({ kind, id, value, found });
      }
      continue;
    }
    const candidates = inference.candidates(kind, id);
    const object = objects.get(`${kind} ${id}`);
    const isCreated =
      object !== undefined &&
      chosen.includes(object) &&
      candidates.length === 0 &&
      !unread.has(pluralOf(object.resource));
    if (isCreated) {
      mapping.created.push(objectTitle(object));
      continue;
    }
    put(mapping, kind, id, null);
    const name = object && objectTitle(object);
    mapping.open.push({ ...use, candidates, ...(name && { name }), ...(isAbsent && { isAbsent }) });
  }
  // Entries that people added for ids without an object.
  for (const kind of idKinds) {
    const known = new Set(mapping.ids.get(kind)?.map(([id]) => id));
    for (const [id, value] of given.entries(kind)) {
      if (!known.has(id)) put(mapping, kind, id, value);
    }
  }
  return mapping;
}

function put({ ids }: IdMapping, kind: IdKind, id: Id, value: Id | null): void {
  const entries = ids.get(kind) ?? [];
  ids.set(kind, entries);
  entries.push([String(id), value]);
}

/** Each id once, with the objects that use it, in an order that stays the same. */
export function usesOf(items: readonly Item[]): Pick<OpenId, "kind" | "id" | "usedBy">[] {
  const uses = new Map<string, Pick<OpenId, "kind" | "id" | "usedBy">>();
  for (const item of items) {
    for (const { kind, id } of idsIn(item)) {
      const use = uses.get(`${kind} ${id}`) ?? { kind, id, usedBy: [] };
      uses.set(`${kind} ${id}`, use);
      const title = objectTitle(item);
      if (use.usedBy.at(-1) !== title) use.usedBy.push(title);
    }
  }
  return [...uses.values()].sort((a, b) => compareIds(String(a.id), String(b.id)));
}

/** The mapping as a file that `idMap` reads. */
export function fileOf({ ids, open }: IdMapping, from: InstanceOfIds, to: InstanceOfIds): string {
  const parts = idKinds.flatMap((kind) => {
    const entries = ids.get(kind);
    return entries === undefined ? [] : [[sectionOf(kind), Object.fromEntries(entries)] as const];
  });
  const about = open.map(({ kind, id, usedBy, ...rest }) => [
    `${kind} ${id}`,
    {
      ...rest,
      usedBy: usedBy.slice(0, maxUsers),
      ...(usedBy.length > maxUsers && { andMore: usedBy.length - maxUsers }),
    },
  ]);
  const content = {
    ...directionOf(fromSection, from),
    ...directionOf(toSection, to),
    ...Object.fromEntries(parts),
    ...(about.length > 0 && { [openSection]: Object.fromEntries(about) as unknown }),
  };
  return `${jsonText(content)}\n`;
}

/** Nobody knows the instance of a stack without an address. */
const directionOf = (section: string, { name, address }: InstanceOfIds) =>
  address === "" ? {} : { [section]: { name, address } };

/** How many users of an open id the file names. */
const maxUsers = 5;

/** The mapping as people read it. */
export function linesOf(mapping: IdMapping, file: string): string[] {
  const { ids, open, kept, created, unchecked } = mapping;
  const kinds = idKinds.flatMap((kind) => {
    const count = unchecked.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [counted(count, kind)];
  });
  const all = [...ids.values()].reduce((count, entries) => count + entries.length, 0);
  return [
    `${file}: ${all - open.length} of ${all} ids are known.`,
    ...when(
      created.length > 0,
      ...["", `Not there yet: ${firstOf(created)}. They are created when a program declares them.`],
    ),
    ...when(kinds.length > 0, "", `Not checked, because no call shows them: ${kinds.join(", ")}.`),
    ...when(kept.length > 0, "", "Kept, although the objects tell another id:"),
    ...kept.map(({ kind, id, value, found }) => `  ${kind} ${id}: ${value}, not ${found}`),
    ...when(open.length > 0, "", `Open: replace null in ${file} by the id.`),
    ...open.map(({ kind, id, name, usedBy, candidates, isAbsent }) => {
      const words = [
        ...(name === undefined ? [] : [name]),
        `used by ${firstOf(usedBy)}`,
        isAbsent
          ? "does not exist there"
          : candidates.length === 0
            ? "no candidates"
            : `candidates: ${firstOf(candidates.map(String), 10)}`,
      ];
      return `  ${kind} ${id}: ${words.join("; ")}`;
    }),
  ];
}
