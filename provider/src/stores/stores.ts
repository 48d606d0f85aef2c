/** What an entry can tell. Its form is checked when a resource reads it. */
export interface UncheckedEntry {
  phase?: unknown;
  id?: unknown;
  outcome?: unknown;
  savedBy?: string;
  isStored?: true;
  sentAt?: number;
}

/** The latest entry about a key. */
export interface JournalLine {
  key: string;
  /** Null removes the entry. */
  entry: UncheckedEntry | null;
  place: Place;
}

/** Where an entry is, for the person who has to repair it. Lines count from 1. */
export type Place = { path: string; lineNumber: number } | { address: string; name: string };

/** The entries of one stack, and what this process has read of them. */
export interface EntryStore {
  /** Reads what other processes wrote, or only about a key, unless the last look was a moment ago. */
  refresh(momentMs: number, key?: string): Promise<void>;
  latest(key: string): JournalLine | undefined;
  /** The entries of all keys, or of each key that any entry about an object had. */
  latestOfAll(id?: string): JournalLine[];
  /** Fails if the entry of a key may be one that cannot be read. */
  mustBeWhole(key: string): void;
  /** The entries that cannot be read. */
  damaged(): Place[];
  /** Writes an entry, or removes it with null. It is safe when this resolves. */
  write(key: string, entry: unknown): Promise<void>;
  /** Removes settled entries some time later. */
  sweepSoon(): void;
  /** This process acquired the lock with this id. */
  begin(lockId: string): Promise<void>;
  /** This process has released the lock. */
  end(): void;
  /** The process ends. */
  close(): void;
  /** Resolves when the removals so far have ended. */
  swept(): Promise<void>;
}

/** A lock of a stack as its store has it. */
export interface LockRecord {
  id: string;
  /** The owner, unless it was cut off. */
  text: string;
  /** Changes with each heartbeat. */
  beat: string | number;
  ageMs: number;
  /** Where people find it. */
  place: string;
}

/** The locks of one stack. */
export interface LockStore {
  /** Whether the ages are times of one clock. The clocks of two hosts can differ. */
  readonly hasOneClock: boolean;
  list(): Promise<LockRecord[]>;
  create(id: string, text: string): Promise<void>;
  /** Whether the lock of this process is still there, a moment after its last heartbeat. */
  exists(id: string): Promise<boolean>;
  /** Notes a heartbeat; false if the lock is gone. */
  renew(id: string): Promise<boolean>;
  /** Removes a lock. In a store that runners share, a beat means: only if it had no other heartbeat since. */
  remove(id: string, beat?: string | number): Promise<void>;
}

/** What a store has of one stack. */
export interface StackStore {
  readonly entries: EntryStore;
  readonly locks: LockStore;
}

/** What the entries of a stack need to know of the journal that uses them. */
export interface StackView {
  /** The entries whose results the Pulumi state already contains. */
  settled: ReadonlySet<UncheckedEntry>;
  /** The ids of the locks of other processes that work now, among these. */
  working: (locks: readonly LockRecord[]) => string[];
}

/** The journals of all stacks, in a folder or in a store that runners share. */
export interface JournalStore {
  /** Tells it from every other store, without any password. */
  readonly address: string;
  /** The part of a folder that this user has, or the address. */
  readonly place: string;
  /** Whether other users can write to the chosen folder. */
  readonly isShared: boolean;
  /** The stacks with entries. */
  stacks(): Promise<string[]>;
  /** What the store has of a stack. Without a name, the locks are those of all stacks. */
  open(stack: string, view: StackView): StackStore;
}

/** The stacks in the names of files or entries. */
export const stacksIn = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.slice(0, name.indexOf("-") + 1))),
];

/** After this many days, entries of a run are removed. */
const oldDays = 90;

export const isOldAge = (ageMs: number) => ageMs > oldDays * 86_400_000;
export const isOld = (sinceMs: number) => isOldAge(Date.now() - sinceMs);
