import { AnsweredEntries } from "./answeredEntries";
import { StackLock, thisLockOwner } from "./stackLock";
import type { LockOwner, LockTimes, Waiting } from "./stackLock";
import { AppendedFile } from "./journalFile";
import type { JournalFile, JournalLine } from "./journalFile";
import { fileEnd, JournalFiles } from "./journalFiles";
import { isOld } from "./journalFolder";
import type { JournalFolder } from "./journalFolder";
import { KeyedMutex } from "./keyedMutex";

/** How many files of earlier locks stay before what is needed of them is put into one. */
const mostFiles = 8;
/** How long to collect what the state holds before files are removed. */
const sweepMs = 50;
/** For how long to wait for the lock where the process is about to end. */
const lastPatienceMs = 1_000;

/** What a process is to the journal. Tests play several. */
export interface LockHolder {
  owner?: LockOwner;
  times?: LockTimes;
}

/**
 * The journal of one stack on one instance. Each lock appends to a file of its own, so a file whose lock is gone
 * never changes again: it is removed as a whole when nothing in it is needed any more.
 */
export class StackJournal {
  readonly lock: StackLock;
  readonly #files: JournalFiles;
  /** The lines that the Pulumi state already contains. */
  readonly #settled = new Map<string, JournalLine>();
  readonly #answered = new AnsweredEntries();
  readonly #mutex = new KeyedMutex();
  #appended?: { id: string; count: number; file?: AppendedFile };
  #sweeping?: NodeJS.Timeout;

  constructor(
    readonly folder: JournalFolder,
    /** What the names of all files of the stack begin with. */
    readonly stack: string,
    { owner = thisLockOwner(), times }: LockHolder = {},
  ) {
    this.#files = new JournalFiles(folder, stack);
    const taken = (id: string) => this.#begin(id);
    const released = () => this.#end();
    this.lock = new StackLock(folder, stack, { taken, released }, owner, times);
  }

  /** Works on what a key stands for, while nobody else does. */
  withLock<Result>(
    key: string,
    patienceMs: number,
    work: () => Promise<Result>,
    waiting?: Waiting,
  ): Promise<Result> {
    const locked = async () => {
      this.refresh();
      this.#answered.begin(() => this.#latest());
      // A later state may not hold any more what this one does.
      if (this.#isSettled(key)) await this.forget(key);
      const result = await work();
      this.#answered.note(this.#files.latest(key));
      return result;
    };
    return this.#mutex.runExclusive(key, () => this.lock.hold(patienceMs, locked, waiting));
  }

  /** Notes that the engine, which ends this process, has saved what it was answered so far. */
  async noteSaved(): Promise<void> {
    if (this.#answered.isEmpty) return;
    await this.lock.hold(lastPatienceMs, () => {
      this.refresh();
      const saved = this.#answered.saved(this.#latest(), (key) => this.#isSettled(key));
      return Promise.all(saved.map(({ key, entry }) => this.append(key, entry)));
    });
  }

  /** What is remembered of a key; fails where a damaged line may say something else. */
  read(key: string): JournalLine | undefined {
    this.#files.mustBeWhole(key);
    const line = this.#files.latest(key);
    return line === undefined || line.entry === null || this.#isSettled(key) ? undefined : line;
  }

  /** What is remembered of all keys, as far as it is not damaged. */
  entries(): { key: string; entry: unknown }[] {
    return this.#latest()
      .filter(({ key }) => !this.#isSettled(key))
      .map(({ key, entry }) => ({ key, entry }));
  }

  /** Appends what is to be remembered; it is on the disk when this resolves. */
  async append(key: string, entry: unknown): Promise<void> {
    this.lock.mustHold();
    const n = (this.#files.latest(key)?.n ?? 0) + 1;
    await this.#write({ key, n, entry });
  }

  /** Appends a tombstone if the key has an entry. */
  async forget(key: string): Promise<void> {
    if ((this.#files.latest(key)?.entry ?? null) !== null) await this.append(key, null);
  }

  /** Notes that nothing needs the entry of a key any more, as the state holds what it tells. */
  settle(key: string): void {
    const line = this.#files.latest(key);
    if (line === undefined) return;
    this.#settled.set(key, line);
    this.#sweeping ??= setTimeout(() => this.#sweep(), sweepMs).unref();
  }

  /** Reads what others appended, unless that was done a moment ago. */
  refresh(momentMs = 0): void {
    this.#files.refresh(momentMs);
  }

  /** Does what is left to do when the process ends. */
  close(): void {
    this.lock.release();
    if (this.#sweeping !== undefined) this.#sweep();
  }

  #latest(): JournalLine[] {
    return [...this.#files.keys()].flatMap((key) => this.#files.latest(key) ?? []);
  }

  #isSettled(key: string): boolean {
    const line = this.#files.latest(key);
    return line !== undefined && this.#settled.get(key) === line;
  }

  async #write(line: Pick<JournalLine, "key" | "n" | "entry">): Promise<void> {
    await this.#writer().append(JSON.stringify(line));
  }

  #writer(): AppendedFile {
    const own = this.#appended;
    if (own === undefined) throw new Error("Only what is locked is written.");
    if (own.file?.isBroken !== false) {
      own.file?.close();
      const name = `${this.stack}${own.id}-${own.count++}${fileEnd}`;
      own.file = new AppendedFile(this.folder.file(name), () => this.#files.update(name));
    }
    return own.file;
  }

  async #begin(id: string): Promise<void> {
    this.#appended = { id, count: 0 };
    this.refresh();
    void this.folder.removeOld();
    const ended = this.#endedFiles();
    if (ended.length < mostFiles) return;
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

  /** Removes the files in which nothing is needed any more, what is outdated before what outdates it. */
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

  /** The files to which nobody appends any more. */
  #endedFiles(): [string, JournalFile][] {
    const working = [this.#appended?.id, ...this.lock.others().map(({ id }) => id)];
    return this.#files
      .all()
      .filter(([name]) => !working.some((id) => name.startsWith(`${this.stack}${id}-`)));
  }

  #canGo(file: JournalFile): boolean {
    if (file.isDamaged) return false;
    const others = this.#files.all().flatMap(([, other]) => (other === file ? [] : [other]));
    return [...file.lines.values()].every((line) => {
      const elsewhere = others.flatMap(({ lines }) => lines.get(line.key)?.n ?? []);
      return elsewhere.length > 0 ? elsewhere.some((n) => n >= line.n) : !this.#isNeeded(line);
    });
  }

  #isNeeded(line: JournalLine): boolean {
    const { key, entry } = line;
    // Not by its `n`: once the file is removed, the next line of the key begins to count again.
    if (entry === null || this.#settled.get(key) === line) return false;
    const { sentAt } = entry as { sentAt?: number };
    return sentAt === undefined || !isOld(sentAt);
  }
}

const stacks = new Map<string, StackJournal>();

/** The journal of a stack; this process has one of each. */
export function stackJournal(folder: JournalFolder, stack: string): StackJournal {
  if (stacks.size === 0) process.once("exit", endJournals);
  const key = `${folder.chosen} ${stack}`;
  const known = stacks.get(key) ?? new StackJournal(folder, stack);
  stacks.set(key, known);
  return known;
}

/** Notes that the engine ends this process: it has saved what it was answered so far. */
export async function noteSaved(): Promise<void> {
  await Promise.allSettled([...stacks.values()].map((one) => one.noteSaved()));
}

/** Gives back every lock, as the end of the process does. */
export function endJournals(): void {
  process.removeListener("exit", endJournals);
  for (const one of stacks.values()) one.close();
  stacks.clear();
}
