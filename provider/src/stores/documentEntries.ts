import { randomUUID } from "node:crypto";
import { orUndefined } from "../definition/orUndefined";
import { steadyNow } from "../process/steadyClock";
import { Batch } from "./batch";
import { entryPrefix } from "./documents";
import type { Document, DocumentStore, ListedDocument } from "./documents";
import { damaged, lockLost } from "./journalFailures";
import { isOldAge } from "./stores";
import type { EntryStore, JournalLine, Place, StackView } from "./stores";

/** How long a list counts as new, for reads that decide nothing. */
const recentMs = 500;
/** A process lists its entries for at most a twentieth of its time. */
const pauses = 20;
/** How long to collect settled entries before they are removed. */
const sweepMs = 50;
/** How often to write again when another process of the same engine wrote the same entry. */
const maxTurns = 20;

/** An entry in the store; without a line if it cannot be read. */
interface Known {
  version: string;
  line?: JournalLine;
}

/** The entries of a stack in a store that runners share: one document for each. Reads are from memory. */
export class DocumentEntries implements EntryStore {
  readonly #known = new Map<string, Known>();
  /** The keys of the entries about each object. */
  readonly #keysOfObjects = new Map<string, Set<string>>();
  /** When this process last changed each entry: what a list from before shows of it is outdated. */
  readonly #changedAt = new Map<string, number>();
  /** Counts changes and lists. */
  #moment = 0;
  readonly #lists = new Batch((askers: readonly undefined[]) => this.#listFor(askers), 1);
  #listing?: Promise<void>;
  #listedUntil = 0;
  #lockName?: string;
  #sweeping?: NodeJS.Timeout;
  readonly #removals = new Set<Promise<unknown>>();
  /** The versions that this process removes. A list or a read from before still shows them. */
  readonly #removed = new Set<string>();

  constructor(
    readonly documents: DocumentStore,
    readonly stack: string,
    readonly lockNameOf: (id: string) => string,
    readonly view: StackView,
  ) {}

  async refresh(momentMs: number, key?: string): Promise<void> {
    if (key !== undefined) return this.#reload([key]);
    if (momentMs === 0) return this.#lists.call(undefined);
    if (steadyNow() >= this.#listedUntil) await (this.#listing ?? this.#lists.call(undefined));
  }

  latest(key: string): JournalLine | undefined {
    return this.#known.get(key)?.line;
  }

  latestOfAll(id?: string): JournalLine[] {
    const keys = id === undefined ? this.#known.keys() : (this.#keysOfObjects.get(id) ?? []);
    return [...keys].flatMap((key) => this.latest(key) ?? []);
  }

  mustBeWhole(key: string): void {
    const known = this.#known.get(key);
    if (known !== undefined && known.line === undefined) throw damaged(this.#placeOf(key));
  }

  damaged(): Place[] {
    return [...this.#known].flatMap(([key, { line }]) => (line ? [] : [this.#placeOf(key)]));
  }

  async write(key: string, entry: unknown): Promise<void> {
    if (this.#lockName === undefined) throw new Error("write() needs a held lock.");
    const text = JSON.stringify(entry);
    for (let turn = 0; turn < maxTurns; turn++) {
      const isDone = await (entry === null ? this.#remove(key) : this.#write(key, text));
      if (isDone) return;
      await this.#reload([key]);
    }
    throw new Error(`Another process keeps changing the entry ${key}.`);
  }

  async #write(key: string, text: string): Promise<boolean> {
    const { version: replaces } = this.#known.get(key) ?? {};
    const [name, mark, lock] = [this.#nameOf(key), randomUUID(), this.#lockName];
    // A list or a read that began before the write ended has an older version, or none.
    this.#changedAt.set(key, Infinity);
    try {
      const written = await this.documents.write({ name, mark, text, replaces, lock });
      if (written === "unlocked") throw lockLost();
      if (written === "changed") return false;
      this.#take({ name, mark, text, ...written });
      return true;
    } finally {
      this.#changedAt.set(key, ++this.#moment);
    }
  }

  async #remove(key: string): Promise<boolean> {
    const { version } = this.#known.get(key) ?? {};
    if (version === undefined) return true;
    this.#removed.add(version);
    const isRemoved = await this.documents.remove(this.#nameOf(key), version, "again");
    // The entry can have been written again since.
    if (isRemoved && this.#known.get(key)?.version === version) this.#known.delete(key);
    return isRemoved;
  }

  sweepSoon(): void {
    this.#sweeping ??= setTimeout(() => this.#sweep(), sweepMs).unref();
  }

  async begin(lockId: string): Promise<void> {
    this.#lockName = this.lockNameOf(lockId);
    await this.#lists.call(undefined);
  }

  end(): void {
    this.#lockName = undefined;
  }

  /** What is settled stays for the next run. */
  close(): void {
    clearTimeout(this.#sweeping);
  }

  async swept(): Promise<void> {
    if (this.#sweeping !== undefined) this.#sweep();
    await Promise.all(this.#removals);
  }

  /** Removes the settled entries that nobody changed since. */
  #sweep(): void {
    clearTimeout(this.#sweeping);
    this.#sweeping = undefined;
    for (const [key, { line }] of this.#known)
      if (line?.entry && this.view.settled.has(line.entry)) this.#discard(key);
  }

  /** Removes an entry once, without waiting. The next run tries again. */
  #discard(key: string): void {
    if (this.#removed.has(this.#known.get(key)?.version ?? "")) return;
    const removing = this.#remove(key).catch(() => undefined);
    this.#removals.add(removing);
    void removing.then(() => this.#removals.delete(removing));
  }

  /** Lists all entries, in a list that begins now. Those who ask meanwhile share the next one. */
  async #listFor(askers: readonly undefined[]): Promise<readonly undefined[]> {
    this.#listing = this.#listNow();
    await this.#listing.finally(() => (this.#listing = undefined));
    return askers;
  }

  async #listNow(): Promise<void> {
    const began = ++this.#moment;
    const from = steadyNow();
    const listed = await this.documents.list(this.#nameOf(""));
    const names = new Set(listed.map(({ name }) => name));
    const isGone = (key: string) => !names.has(this.#nameOf(key)) && this.#isUnchanged(key, began);
    for (const key of this.#known.keys()) if (isGone(key)) this.#known.delete(key);
    const changed = listed.filter(
      ({ name, version }) => this.#known.get(this.#keyOf(name))?.version !== version,
    );
    await this.#reload(
      changed.map(({ name }) => this.#keyOf(name)),
      began,
    );
    this.#removeOld(listed);
    const now = steadyNow();
    this.#listedUntil = now + Math.max(recentMs, (now - from) * pauses);
  }

  /** Reads the entries of these keys again. */
  async #reload(keys: readonly string[], began = ++this.#moment): Promise<void> {
    const found = await this.documents.read(keys.map((key) => this.#nameOf(key)));
    const names = new Set(found.map(({ name }) => name));
    for (const key of keys)
      if (!names.has(this.#nameOf(key)) && this.#isUnchanged(key, began)) this.#known.delete(key);
    for (const one of found) if (this.#isUnchanged(this.#keyOf(one.name), began)) this.#take(one);
  }

  #isUnchanged(key: string, since: number): boolean {
    return (this.#changedAt.get(key) ?? 0) < since;
  }

  #take({ name, version, text }: Document): void {
    const key = this.#keyOf(name);
    if (this.#known.get(key)?.version === version || this.#removed.has(version)) return;
    const entry = entryIn(text);
    const line = entry && { key, entry, place: this.#placeOf(key) };
    this.#known.set(key, { version, line });
    const { id } = entry ?? {};
    if (typeof id === "string")
      this.#keysOfObjects.set(id, (this.#keysOfObjects.get(id) ?? new Set()).add(key));
  }

  /** Only a process with the lock removes old entries. */
  #removeOld(listed: readonly ListedDocument[]): void {
    if (this.#lockName === undefined) return;
    for (const { name, ageMs } of listed) if (isOldAge(ageMs)) this.#discard(this.#keyOf(name));
  }

  #nameOf(key: string): string {
    return `${entryPrefix}${this.stack}${key}`;
  }

  #keyOf(name: string): string {
    return name.slice(this.#nameOf("").length);
  }

  #placeOf(key: string): Place {
    return { address: this.documents.address, name: this.#nameOf(key) };
  }
}

/** The entry in a document; undefined if it is damaged. */
function entryIn(text: string): NonNullable<JournalLine["entry"]> | undefined {
  const entry = orUndefined((): unknown => JSON.parse(text));
  return typeof entry === "object" && entry !== null ? entry : undefined;
}
