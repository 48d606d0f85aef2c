import { KeyedMutex } from "../process/keyedMutex";
import { thisProcess } from "../process/processes";
import type { ProcessMark } from "../process/processes";
import { whenSaved } from "../process/providerProcess";
import { StackLock } from "./stackLock";
import type { LockTimes, WaitOptions } from "./stackLock";
import type { EntryStore, JournalLine, JournalStore, Place } from "./stores";

/** How long to wait for the lock when the process is about to end. */
const lastPatienceMs = 1_000;

/** The journal of one stack on one instance. Only the processes of the engine that holds its lock write to it. */
export class StackJournal {
  readonly lock: StackLock;
  readonly #entries: EntryStore;
  /** The lines that the Pulumi state already contains. */
  readonly #settled = new Set<JournalLine>();
  /** The same, but an older state can be restored, so the lines stay. */
  readonly #held = new Set<JournalLine>();
  /**
   * The objects that this process created and reported to the engine. An engine that ends a provider in order has saved
   * them; an engine that crashes has not. E-mails and actions are left out, because a state that was not saved must not
   * repeat them.
   */
  readonly #answered = new Set<JournalLine>();
  /** The entries of saved objects before this process created any object. */
  #savedBefore?: ReadonlySet<JournalLine>;
  readonly #mutex = new KeyedMutex();

  constructor(
    readonly store: JournalStore,
    /** Tells the stack from others: the prefix of all of its names. */
    readonly stack: string,
    lock: { owner?: ProcessMark; times?: LockTimes } = {},
  ) {
    const { entries, locks } = store.open(stack, {
      settled: this.#settled,
      working: (records) => this.lock.liveAmong(records).map(({ id }) => id),
    });
    this.#entries = entries;
    const acquired = (id: string) => entries.begin(id);
    const released = () => entries.end();
    this.lock = new StackLock(locks, { acquired, released }, lock.owner, lock.times);
  }

  /** Runs `work` for a key while no other process holds the lock. */
  withLock<Result>(
    key: string,
    patienceMs: number,
    work: () => Promise<Result>,
    waiting?: WaitOptions,
  ): Promise<Result> {
    const locked = async () => {
      await this.#entries.refresh(0, key);
      this.#savedBefore ??= new Set(
        this.#entries.latestOfAll().filter(({ entry }) => entry?.savedBy !== undefined),
      );
      const before = this.#entries.latest(key);
      // The current state holds the result, but a later state may not.
      if (before !== undefined && this.#settled.has(before)) await this.forget(key);
      const result = await work();
      const after = this.#entries.latest(key);
      if (after !== undefined && isAnswered(after)) this.#answered.add(after);
      return result;
    };
    return this.#mutex.runExclusive(key, () => this.lock.hold(patienceMs, locked, waiting));
  }

  /** Notes for later runs what the state holds: the engine saved all answers before it ended this process. */
  async noteSaved(): Promise<void> {
    if (this.#answered.size > 0 || [...this.#held].some((line) => this.#isNewlyHeld(line)))
      await this.lock.hold(lastPatienceMs, () => this.#noteSaved());
    await this.end();
  }

  /** Ends the removals so far, and releases the lock unless some work needs it. */
  async end(): Promise<void> {
    await this.#entries.swept();
    await this.lock.releaseUnused();
  }

  async #noteSaved(): Promise<void> {
    await this.#entries.refresh(0);
    const { engine } = thisProcess();
    const write = ({ key, entry }: JournalLine, savedBy?: string) =>
      this.append(key, { ...entry, savedBy });
    const writes = this.#entries.latestOfAll().flatMap((line) => {
      if (this.#isNewlyHeld(line)) return this.append(line.key, { ...line.entry, isStored: true });
      if (this.#answered.has(line) && !this.#settled.has(line)) return write(line, engine);
      // Another engine saved this object while this engine worked. The older state of this engine overwrites that
      // save.
      const saver = line.entry?.savedBy;
      const isOther = saver !== undefined && saver !== engine;
      return isOther && this.#savedBefore?.has(line) === false ? write(line) : [];
    });
    this.#answered.clear();
    await Promise.all(writes);
  }

  /** The entry of a key; fails if a damaged one may be newer. */
  read(key: string): JournalLine | undefined {
    this.#entries.mustBeWhole(key);
    const line = this.#entries.latest(key);
    return line === undefined || line.entry === null || this.#isStored(line) ? undefined : line;
  }

  /** The entries of all keys, or those about an object, without damaged ones. */
  entries(id?: string): JournalLine[] {
    const isAbout = ({ entry }: JournalLine) =>
      entry !== null && (id === undefined || entry.id === id);
    return this.#entries.latestOfAll(id).filter((line) => isAbout(line) && !this.#isStored(line));
  }

  #isStored(line: JournalLine): boolean {
    return this.#settled.has(line) || this.#held.has(line);
  }

  #isNewlyHeld(line: JournalLine): boolean {
    return this.#held.has(line) && line.entry?.isStored === undefined;
  }

  damaged(): Place[] {
    return this.#entries.damaged();
  }

  async append(key: string, entry: unknown): Promise<void> {
    await this.lock.mustHold();
    await this.#entries.write(key, entry);
  }

  /** Removes the entry of a key, if there is one. */
  async forget(key: string): Promise<void> {
    if ((this.#entries.latest(key)?.entry ?? null) !== null) await this.append(key, null);
  }

  /** Notes that the state holds the result of an entry, so no run needs the entry. */
  settle(key: string): void {
    const line = this.#entries.latest(key);
    if (line === undefined) return;
    this.#settled.add(line);
    this.#entries.sweepSoon();
  }

  /** Notes that the state of this run holds the result of an entry. An older state does not. */
  hold(key: string): void {
    const line = this.#entries.latest(key);
    if (line !== undefined) this.#held.add(line);
  }

  refresh(momentMs = 0): void {
    this.#entries.refreshSync(momentMs);
  }

  load(momentMs = 0): Promise<void> {
    return this.#entries.refresh(momentMs);
  }

  /** Releases the lock and removes settled entries when the process ends. */
  close(): void {
    void this.lock.release();
    this.#entries.close();
  }
}

function isAnswered({ entry }: JournalLine): boolean {
  const { phase, id, outcome } = entry ?? {};
  return phase === "done" && id !== undefined && outcome === undefined;
}

const stacks = new Map<string, StackJournal>();

/** The journal of a stack. Each stack has one in this process. */
export function stackJournal(store: JournalStore, stack: string): StackJournal {
  if (stacks.size === 0) {
    whenSaved(noteSaved);
    process.once("exit", endJournals);
  }
  const key = `${store.address} ${stack}`;
  const known = stacks.get(key) ?? new StackJournal(store, stack);
  stacks.set(key, known);
  return known;
}

async function noteSaved(): Promise<void> {
  await Promise.allSettled([...stacks.values()].map((one) => one.noteSaved()));
}

/** Releases every lock when the process ends. */
export function endJournals(): void {
  process.removeListener("exit", endJournals);
  for (const one of stacks.values()) one.close();
  stacks.clear();
}
