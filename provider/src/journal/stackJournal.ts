import { StackLock, thisLockOwner } from "./stackLock";
import type { LockOwner, LockTimes, WaitOptions } from "./stackLock";
import { AppendedFile } from "./journalFile";
import type { JournalFile, JournalLine } from "./journalFile";
import { fileEnd, JournalFiles } from "./journalFiles";
import { isOld } from "./journalFolder";
import type { JournalFolder } from "./journalFolder";
import { KeyedMutex } from "./keyedMutex";
import { thisEngine } from "./processes";

/** With this many files of earlier locks, the lines that are still needed move into one file. */
const maxFiles = 8;
/** How long to collect settled entries before files are removed. */
const sweepMs = 50;
/** How long to wait for the lock when the process is about to end. */
const lastPatienceMs = 1_000;

/** The owner and the times of the lock. Tests use several. */
interface LockOptions {
  owner?: LockOwner;
  times?: LockTimes;
}

/**
 * The journal of one stack on one instance. Each lock appends to its own file, so a file never changes after its lock
 * is released. The file is removed when no line in it is needed any more.
 */
export class StackJournal {
  readonly lock: StackLock;
  readonly #files: JournalFiles;
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
  #appended?: { id: string; count: number; file?: AppendedFile };
  #sweeping?: NodeJS.Timeout;

  constructor(
    readonly folder: JournalFolder,
    /** The prefix of the names of all files of the stack. */
    readonly stack: string,
    { owner = thisLockOwner(), times }: LockOptions = {},
  ) {
    this.#files = new JournalFiles(folder, stack);
    const acquired = (id: string) => this.#begin(id);
    const released = () => this.#end();
    this.lock = new StackLock(folder, stack, { acquired, released }, owner, times);
  }

  /** Runs `work` for a key while no other process holds the lock. */
  withLock<Result>(
    key: string,
    patienceMs: number,
    work: () => Promise<Result>,
    waiting?: WaitOptions,
  ): Promise<Result> {
    const locked = async () => {
      this.refresh();
      this.#savedBefore ??= new Set(
        this.#files.latestOfAll().filter(({ entry }) => entry?.savedBy !== undefined),
      );
      const before = this.#files.latest(key);
      // The current state holds the result, but a later state may not.
      if (before !== undefined && this.#settled.has(before)) await this.forget(key);
      const result = await work();
      const after = this.#files.latest(key);
      if (after !== undefined && isAnswered(after)) this.#answered.add(after);
      return result;
    };
    return this.#mutex.runExclusive(key, () => this.lock.hold(patienceMs, locked, waiting));
  }

  /** Notes for later runs what the state holds: the engine saved all answers before it ended this process. */
  async noteSaved(): Promise<void> {
    const isNewlyHeld = (line: JournalLine) =>
      this.#held.has(line) && line.entry?.isStored === undefined;
    if (this.#answered.size === 0 && ![...this.#held].some(isNewlyHeld)) return;
    await this.lock.hold(lastPatienceMs, async () => {
      this.refresh();
      const engine = thisEngine();
      const write = ({ key, entry }: JournalLine, savedBy?: string) =>
        this.append(key, { ...entry, savedBy });
      const writes = this.#files.latestOfAll().flatMap((line) => {
        if (isNewlyHeld(line)) return this.append(line.key, { ...line.entry, isStored: true });
        if (this.#answered.has(line) && !this.#settled.has(line)) return write(line, engine);
        // Another engine saved this object while this engine worked. The older state of this engine overwrites that
        // save.
        const saver = line.entry?.savedBy;
        const isOther = saver !== undefined && saver !== engine;
        return isOther && this.#savedBefore?.has(line) === false ? write(line) : [];
      });
      this.#answered.clear();
      await Promise.all(writes);
    });
  }

  /** The entry of a key; fails if a damaged line may be newer. */
  read(key: string): JournalLine | undefined {
    for (const [, file] of this.#files.all()) file.mustBeWhole(key);
    const line = this.#files.latest(key);
    return line === undefined || line.entry === null || this.#isStored(line) ? undefined : line;
  }

  /** The entries of all keys, or those about an object, without damaged lines. */
  entries(id?: string): JournalLine[] {
    const isAbout = ({ entry }: JournalLine) => id === undefined || entry?.id === id;
    return this.#files.latestOfAll(id).filter((line) => isAbout(line) && !this.#isStored(line));
  }

  #isStored(line: JournalLine): boolean {
    return this.#settled.has(line) || this.#held.has(line);
  }

  /** Appends an entry; it is on the disk when this resolves. */
  async append(key: string, entry: unknown): Promise<void> {
    this.lock.mustHold();
    const n = (this.#files.latest(key)?.n ?? 0) + 1;
    await this.#write({ key, n, entry });
  }

  /** Appends a tombstone if the key has an entry. */
  async forget(key: string): Promise<void> {
    if ((this.#files.latest(key)?.entry ?? null) !== null) await this.append(key, null);
  }

  /** Notes that the state holds the result of an entry, so no run needs the entry. */
  settle(key: string): void {
    const line = this.#files.latest(key);
    if (line === undefined) return;
    this.#settled.add(line);
    this.#sweeping ??= setTimeout(() => this.#sweep(), sweepMs).unref();
  }

  /** Notes that the state of this run holds the result of an entry. An older state does not. */
  hold(key: string): void {
    const line = this.#files.latest(key);
    if (line !== undefined) this.#held.add(line);
  }

  /** Reads the lines that other processes appended, unless the last read was a moment ago. */
  refresh(momentMs = 0): void {
    this.#files.refresh(momentMs);
  }

  /** Releases the lock and removes files when the process ends. */
  close(): void {
    this.lock.release();
    if (this.#sweeping !== undefined) this.#sweep();
  }

  async #write(line: { key: string; n: number; entry: unknown }): Promise<void> {
    const own = this.#appended;
    if (own === undefined) throw new Error("append() needs a held lock.");
    if (own.file?.isBroken !== false) {
      own.file?.close();
      const name = `${this.stack}${own.id}-${own.count++}${fileEnd}`;
      own.file = new AppendedFile(this.folder.file(name), () => this.#files.update(name));
    }
    await own.file.append(JSON.stringify(line));
  }

  async #begin(id: string): Promise<void> {
    this.#appended = { id, count: 0 };
    this.refresh();
    void this.folder.removeOld();
    const ended = this.#endedFiles();
    if (ended.length < maxFiles) return;
    const needed = ended.flatMap(([, { lines }]) =>
      [...lines.values()].filter(
        (line) => this.#isNeeded(line) && this.#files.latest(line.key) === line,
      ),
    );
    await Promise.all(needed.map(({ key, n, entry }) => this.#write({ key, n, entry })));
    this.#sweep();
  }

  #end(): void {
    const { file } = this.#appended ?? {};
    this.#appended = undefined;
    file?.close();
    if (file !== undefined) this.#sweep();
  }

  /** Removes files without needed lines. A file with outdated lines goes before the file with the newer ones. */
  #sweep(): void {
    clearTimeout(this.#sweeping);
    this.#sweeping = undefined;
    try {
      this.refresh();
      const ended = this.#endedFiles();
      for (let at = 0; at >= 0;) {
        at = ended.findIndex(([, file]) => this.#canGo(file));
        for (const [name] of at < 0 ? [] : ended.splice(at, 1)) this.#files.remove(name);
      }
    } catch {
      // The next run tries again.
    }
  }

  /** The files of released locks. */
  #endedFiles(): [string, JournalFile][] {
    const working = [this.#appended?.id, ...this.lock.liveLocksOfOthers().map(({ id }) => id)];
    return this.#files
      .all()
      .filter(([name]) => !working.some((id) => name.startsWith(`${this.stack}${id}-`)));
  }

  #canGo(file: JournalFile): boolean {
    if (file.damaged.length > 0) return false;
    const others = this.#files.all().flatMap(([, other]) => (other === file ? [] : [other]));
    return [...file.lines.values()].every((line) => {
      const elsewhere = others.flatMap(({ lines }) => lines.get(line.key)?.n ?? []);
      return elsewhere.length > 0 ? elsewhere.some((n) => n >= line.n) : !this.#isNeeded(line);
    });
  }

  #isNeeded(line: JournalLine): boolean {
    // A set of lines, not of their `n`: after a file is removed, the key counts from 1 again.
    if (line.entry === null || this.#settled.has(line)) return false;
    const { sentAt } = line.entry;
    return sentAt === undefined || !isOld(sentAt);
  }
}

function isAnswered({ entry }: JournalLine): boolean {
  const { phase, id, outcome } = entry ?? {};
  return phase === "done" && id !== undefined && outcome === undefined;
}

const stacks = new Map<string, StackJournal>();

/** The journal of a stack. Each stack has one in this process. */
export function stackJournal(folder: JournalFolder, stack: string): StackJournal {
  if (stacks.size === 0) process.once("exit", endJournals);
  const key = `${folder.chosen} ${stack}`;
  const known = stacks.get(key) ?? new StackJournal(folder, stack);
  stacks.set(key, known);
  return known;
}

export async function noteSaved(): Promise<void> {
  await Promise.allSettled([...stacks.values()].map((one) => one.noteSaved()));
}

/** Releases every lock when the process ends. */
export function endJournals(): void {
  process.removeListener("exit", endJournals);
  for (const one of stacks.values()) one.close();
  stacks.clear();
}
