import { isDeepStrictEqual } from "node:util";
import {
  fetchDetails,
  fetchShown,
  hasCode,
  isRefusal,
  listObjects,
  nameField,
  pluralOf,
  resources,
  sectionOf,
  hintOf,
  sentence,
  sourceOf,
} from "pulumi-platform-provider/contract";
import type {
  Existing,
  IdKind,
  ObjectResource,
  PlatformError,
  ObjectSource,
} from "pulumi-platform-provider/contract";
import type { Connection } from "../instances/connect.js";
import { isNamedLike, wholeInstance } from "./inventory.js";
import type { Gap, Inventory, Item } from "./inventory.js";
import { inParallel, maxConcurrent } from "./parallel.js";
import type { ReportProgress } from "../output/progress.js";

type Ids = Partial<Record<IdKind, readonly string[]>>;

/** The selection of objects to read. */
export interface Selection {
  kinds: readonly ObjectResource[];
  /** Ids of objects that the platform cannot list, by what they are ids of. */
  ids: Ids;
  /** Those of them that somebody named: one that the instance does not show is a gap. */
  named?: Ids;
  /** A part of the name, where objects have names. */
  filter?: string;
  /** Reads only lists, and no details. */
  isListOnly?: boolean;
  /** Also reads what the platform makes with another object. */
  withImplied?: boolean;
  /** A kind that the instance refuses becomes a gap. */
  allowsRefusals?: boolean;
}

/** The kinds of objects that commands can read, in the order of the catalog. */
export const readable: readonly ObjectResource[] = resources.filter(
  (one): one is ObjectResource =>
    one.kind === "object" && (nameField(one) ?? one.importIds) !== undefined,
);

/** Why objects without a given id are missing. */
export const notListed = "The platform cannot list them.";

type AddGap = (reason: string, needs?: Gap["needs"]) => void;

/** How often a list that changes while it is read is read again. */
const maxLists = 5;

/** Reads all selected objects that the instance shows. */
export async function readInventory(
  connection: Connection,
  wanted: Selection,
  progress: ReportProgress,
): Promise<Inventory> {
  const { name, settings, warnings } = connection;
  const items: Item[] = [];
  const unlisted: string[] = [];
  const refused: PlatformError[] = [];
  const gaps: Gap[] = warnings.map((reason) => ({ of: wholeInstance, reason }));
  /** The ids of listed objects, by their kinds. */
  const listed: Ids = {};
  for (const resource of wanted.kinds) {
    const of = pluralOf(resource);
    const warned = warnings.length;
    try {
      const found = await new TypeReader(connection, resource, progress).read(wanted, listed);
      const { idKind } = resource;
      if (found.isListed && idKind !== undefined) listed[idKind] = found.items.map(({ id }) => id);
      if (!found.isListed) unlisted.push(of);
      items.push(...found.items);
      gaps.push(...found.gaps);
    } catch (error) {
      if (wanted.allowsRefusals !== true || !isRefusal(error)) throw error;
      refused.push(error);
      gaps.push({ of, reason: sentence(error.reason) });
    }
    gaps.push(...warnings.slice(warned).map((reason) => ({ of, reason })));
  }
  return {
    ...{ instance: name, address: settings.baseUrl, operations: settings.operations },
    ...{ items, gaps, unlisted, refused },
  };
}

const halfSign = "A text contains U+FFFD, which stands for half of a sign, such as of a cut emoji.";

/** Reads all objects of one type. */
class TypeReader {
  readonly #source: ObjectSource;
  readonly #what;
  /** What could not be read one by one. */
  #unread: Gap[] = [];
  /** The keys under which the instance found nothing. */
  readonly #missing = new Set<string>();

  constructor(
    readonly connection: Connection,
    readonly resource: ObjectResource,
    readonly progress: ReportProgress,
  ) {
    this.#source = sourceOf(resource, connection.instance);
    this.#what = pluralOf(resource);
  }

  /** `listed` has the ids of objects of other types. They find each object of this type that goes with one of them. */
  async read(
    wanted: Selection,
    listed: Ids,
  ): Promise<{ items: Item[]; gaps: Gap[]; isListed: boolean }> {
    const { list } = this.#source.verbs;
    const gaps: Gap[] = [];
    const gap: AddGap = (reason, needs) =>
      void gaps.push({ of: this.#what, reason, ...(needs && { needs }) });
    const rows = list === undefined ? undefined : await this.#listed(gap);
    const ids = { ...wanted.ids };
    for (const kind of this.#kinds) {
      if (listed[kind]) ids[kind] = [...new Set([...(ids[kind] ?? []), ...listed[kind]])];
    }
    const shown = rows ?? (await this.#lookedUp(this.#keys(ids), ids, gap));
    const found = shown.filter(({ isImplied }) => wanted.withImplied === true || !isImplied);
    gaps.push(...this.#notShown(wanted.named ?? {}, listed));
    const chosen = found.filter(({ live }) => isNamedLike(this.resource, live, wanted.filter));
    const detailed =
      rows === undefined || wanted.isListOnly === true ? chosen : await this.#detailed(chosen);
    const items = detailed.map(
      ({ id, live, outputs = {}, unseen = [], notInProgram = {}, isImplied }) => ({
        ...{ resource: this.resource, id, inputs: live, outputs, unseen, notInProgram },
        ...(isImplied === true && { isImplied }),
      }),
    );
    gaps.push(...this.#unread);
    const broken = items.filter(({ inputs }) => JSON.stringify(inputs).includes("\ufffd"));
    if (broken.length > 0)
      gaps.push({ of: this.#what, ids: broken.map(({ id }) => id), reason: halfSign });
    const hasAllIds = this.#kinds.length > 0 && this.#kinds.every((kind) => listed[kind]);
    return { items, gaps, isListed: rows !== undefined || hasAllIds };
  }

  /** The list, read until two readings show the same objects; undefined if the instance has none. */
  async #listed(gap: AddGap): Promise<Existing[] | undefined> {
    const all = new Map<string, Existing>();
    let before: string[] = [];
    for (let count = 1; ; count++) {
      this.progress(`list of ${this.#what}`, count - 1, count);
      const rows = await this.#list();
      if (rows === undefined) return undefined;
      for (const row of rows) all.set(row.id, row);
      const ids = rows.map(({ id }) => id).sort();
      if (count > 1 && isDeepStrictEqual(ids, before) && ids.length === all.size) break;
      before = ids;
      if (count < maxLists) continue;
      gap("The list changed each time it was read, so objects may be missing.");
      break;
    }
    return [...all.values()];
  }

  async #list(): Promise<readonly Existing[] | undefined> {
    try {
      const list = await listObjects(sourceOf(this.resource, this.connection.again()));
      return list && [...list.items.values()];
    } catch (error) {
      if (!hasCode(error, "not_offered")) throw error;
      return undefined;
    }
  }

  /** The kinds of the ids that find objects of this type. */
  get #kinds(): IdKind[] {
    return Object.keys(this.resource.importIds ?? {}) as IdKind[];
  }

  /** The keys of the objects with these ids. */
  #keys(ids: Ids): Set<string> {
    const { importIds = {} } = this.resource;
    const all = this.#kinds.flatMap((kind) => (ids[kind] ?? []).map((id) => importIds[kind]?.(id)));
    return new Set(all.flatMap((key) => key ?? []));
  }

  async #lookedUp(keys: ReadonlySet<string>, ids: Ids, gap: AddGap): Promise<Existing[]> {
    const { extended } = this.resource;
    const kinds = this.#kinds;
    // Nobody wants any.
    if (kinds.length > 0 && kinds.every((kind) => ids[kind]?.length === 0)) return [];
    if (this.#source.verbs.fetch === undefined) {
      if (extended.fetch === undefined) gap("The platform does not show them.");
      else gap("The documented API does not show them. Set operations to extended.", "extended");
      return [];
    }
    if (keys.size === 0) {
      const open = kinds.filter((kind) => ids[kind] === undefined);
      const flags = open.map((kind) => `--${kind}s`).join(" or ");
      gap(`${notListed} Name them with ${flags}.`, "ids");
    }
    const found: Existing[] = [];
    const named = [...keys].map((id) => ({ id }));
    this.#unread = await readEach(this.#what, named, this.progress, async ({ id }) => {
      const one = await fetchShown(this.#source, id);
      if (one === undefined) this.#missing.add(id);
      if (one?.found === "present") found.push(one);
      return undefined;
    });
    return found;
  }

  /** Gaps for the ids that somebody named, but that the instance does not show. A listed group can have no members. */
  #notShown(named: Ids, listed: Ids): Gap[] {
    return this.#kinds.flatMap((kind) => {
      const isMissing = (id: string) =>
        [...this.#keys({ [kind]: [id] })].some((key) => this.#missing.has(key));
      const unlisted = (named[kind] ?? []).filter((id) => listed[kind]?.includes(id) !== true);
      const ids = unlisted.filter(isMissing);
      const reason = `The instance shows no ${this.#what} with these ids.`;
      return ids.length === 0 ? [] : [{ of: sectionOf(kind), ids, reason }];
    });
  }

  /** The objects with their details. */
  async #detailed(listed: readonly Existing[]): Promise<readonly Existing[]> {
    const { list, fetch } = this.#source.verbs;
    if (list === undefined || fetch === undefined) return listed;
    const all = [...listed];
    this.#unread = await readEach(this.#what, listed, this.progress, async (one, at) => {
      all[at] = await fetchDetails(this.#source, one);
      return undefined;
    });
    return all;
  }
}

/** Reads objects one by one. A gap has those that could not be read for the same reason, which a read can also return. */
export async function readEach<One extends { id: string }>(
  of: string,
  all: readonly One[],
  progress: ReportProgress,
  read: (one: One, at: number) => Promise<string | undefined>,
): Promise<Gap[]> {
  const hidden = new Map<string, string[]>();
  await inParallel(all, maxConcurrent, async (one, at) => {
    progress(of, at, all.length);
    const reason = await read(one, at).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      return reasonFor(error);
    });
    if (reason === undefined) return;
    const ids = hidden.get(reason) ?? [];
    ids.push(one.id);
    hidden.set(reason, ids);
  });
  return [...hidden].map(([reason, ids]) => ({ of, ids, reason }));
}

/** Why a read was refused, without the id, so that many refusals of a kind are one line. */
function reasonFor(error: PlatformError): string {
  const { status, code, note, advice } = error;
  const fact = sentence(
    status === undefined
      ? `They could not be read (${code})`
      : `The platform answered ${status} (${code})`,
  );
  // A command that only reads has done without the operation already.
  const isDone = advice.some(({ to }) => to === "without");
  const said = isDone ? `${note ?? ""} There is nothing to do.`.trim() : hintOf(error);
  return said === undefined ? fact : `${fact} ${said}`;
}
