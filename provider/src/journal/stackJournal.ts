import { KeyedMutex } from "../process/keyedMutex";
import { thisProcess } from "../process/processes";
import type { ProcessMark } from "../process/processes";
import { whenSaved } from "../process/providerProcess";
import { StackLock } from "./stackLock";
import type { LockTimes, WaitOptions } from "./stackLock";
import type {
  EntryStore,
  JournalLine,
  JournalStore,
  Place,
  UncheckedEntry,
} from "../stores/stores";

/** How long to wait for the lock when the process is about to end. */
const lastPatienceMs = 1_000;

/** The journal of one stack on one instance. Only the processes of the engine that holds its lock write to it. */
export class StackJournal {
  readonly lock: StackLock;
  readonly #entries: EntryStore;
  /** The entries whose results the Pulumi state already contains. */
  readonly #settled = new Set<UncheckedEntry>();
  /** The same, but an older state can be restored, so the entries stay. */
  readonly #forOlderState = new Set<UncheckedEntry>();
  /**
   * The objects that this process created and reported. An engine that ends a provider in order has saved them; one
   * that crashes has not. E-mails and actions are left out: a state that was not saved must not repeat them.
   */
  readonly #answered = new Set<UncheckedEntry>();
  /** The entries of saved objects before this process created any object. */
  #savedBefore?: ReadonlySet<UncheckedEntry>;
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
    this.lock = new StackLock(locks, entries, lock.owner, lock.times);
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
        this.#entries
          .latestOfAll()
          .flatMap(({ entry }) => (entry?.savedBy === undefined ? [] : entry)),
      );
      // The current state holds the result, but a later state may not.
      const before = this.#entryOf(key);
      if (before !== undefined && this.#settled.has(before)) await this.remove(key);
      const result = await work();
      const after = this.#entryOf(key);
      if (after !== undefined && isAnswered(after)) this.#answered.add(after);
      return result;
    };
    return this.#mutex.runExclusive(key, () => this.lock.hold(patienceMs, locked, waiting));
  }

  /** Notes for later runs what the state holds: the engine saved all answers before it ended this process. */
  async noteSaved(): Promise<void> {
    // A process that was held up before its first answer also stores an older state.
    if (this.#savedBefore !== undefined || [...this.#forOlderState].some(isNew))
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
    const writes = this.#entries.latestOfAll().flatMap(({ key, entry }) => {
      if (entry === null) return [];
      const write = (changes: Partial<UncheckedEntry>) =>
        this.append(key, { ...entry, ...changes });
      if (this.#forOlderState.has(entry) && isNew(entry)) return write({ isStored: true });
      if (this.#answered.has(entry) && !this.#settled.has(entry)) return write({ savedBy: engine });
      // The older state of this engine overwrites what another engine saved while this one worked.
      const { savedBy } = entry;
      const isOther = savedBy !== undefined && savedBy !== engine;
      return isOther && this.#savedBefore?.has(entry) === false
        ? write({ savedBy: undefined })
        : [];
    });
    this.#answered.clear();
    await Promise.all(writes);
  }

  /** The entry of a key; fails if a damaged one may be newer. */
  read(key: string): JournalLine | undefined {
    this.#entries.mustBeWhole(key);
    const line = this.#entries.latest(key);
    return line !== undefined && this.#isOpen(line) ? line : undefined;
  }

  /** The entries of all keys, or those about an object, without damaged ones. */
  entries(id?: string): JournalLine[] {
    const isAbout = ({ entry }: JournalLine) => id === undefined || entry?.id === id;
    return this.#entries.latestOfAll(id).filter((line) => isAbout(line) && this.#isOpen(line));
  }

  /** Whether the state may lack the result of an entry. */
  #isOpen({ entry }: JournalLine): boolean {
    return entry !== null && !this.#settled.has(entry) && !this.#forOlderState.has(entry);
  }

  #entryOf(key: string): UncheckedEntry | undefined {
    return this.#entries.latest(key)?.entry ?? undefined;
  }

  damaged(): Place[] {
    return this.#entries.damaged();
  }

  async append(key: string, entry: unknown): Promise<void> {
    await this.lock.mustHold();
    await this.#entries.write(key, entry);
  }

  /** Removes the entry of a key, if there is one. */
  async remove(key: string): Promise<void> {
    if (this.#entryOf(key) !== undefined) await this.append(key, null);
  }

  /** Notes that the state holds the result of an entry, so no run needs the entry. */
  settle(key: string): void {
    const entry = this.#entryOf(key);
    if (entry === undefined) return;
    this.#settled.add(entry);
    this.#entries.sweepSoon();
  }

  /** Notes that the state of this run holds the result of an entry. An older state does not. */
  keepForOlderState(key: string): void {
    const entry = this.#entryOf(key);
    if (entry !== undefined) this.#forOlderState.add(entry);
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

const isAnswered = ({ phase, id, outcome }: UncheckedEntry): boolean =>
  phase === "done" && id !== undefined && outcome === undefined;

const isNew = ({ isStored }: UncheckedEntry): boolean => isStored === undefined;

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
