import { steadyNow } from "../process/steadyClock";
import { unusableFolder } from "./journalFailures";
import { AppendedFile, JournalFile } from "./journalFile";
import type { FileLine } from "./journalFile";
import { isMissing } from "./journalFolder";
import type { JournalFolder } from "./journalFolder";
import type { LockFiles } from "./lockFiles";
import { isOld } from "./stores";
import type { EntryStore, JournalLine, Place, StackView } from "./stores";

/** With this many files of earlier locks, the lines that are still needed move into one file. */
const maxFiles = 8;
/** How long to collect settled entries before files are removed. */
const sweepMs = 50;
/**
 * How often to read again while other processes change the files. Without a limit, a broken link would cause an
 * endless loop.
 */
const maxPasses = 100;
export const fileEnd = ".jsonl";

/**
 * The entries of a stack in a folder. Each lock appends to its own file, so a file never changes after its lock is
 * released. The file is removed when no line in it is needed any more.
 */
export class FolderEntries implements EntryStore {
  readonly #files = new Map<string, JournalFile>();
  #lookedAt = 0;
  #appended?: { id: string; count: number; file?: AppendedFile };
  #sweeping?: NodeJS.Timeout;

  constructor(
    readonly folder: JournalFolder,
    readonly stack: string,
    readonly locks: LockFiles,
    readonly view: StackView,
  ) {}

  /** Reads at once, also when the process ends. */
  async refresh(momentMs: number): Promise<void> {
    this.#readNow(momentMs);
  }

  /** Reads all files again if one was removed meanwhile, because the removal can be based on a newer line. */
  #readNow(momentMs = 0): void {
    if (momentMs > 0 && steadyNow() < this.#lookedAt + momentMs) return;
    this.#lookedAt = steadyNow();
    const known = [...this.#files.values()];
    for (let pass = 1; !this.#readAll(known, pass === maxPasses); pass++);
  }

  latest(key: string): FileLine | undefined {
    return latestIn(this.#files.values(), key);
  }

  latestOfAll(id?: string): JournalLine[] {
    const keys = new Set([...this.#files.values()].flatMap((file) => [...file.keys(id)]));
    return [...keys].flatMap((key) => this.latest(key) ?? []);
  }

  mustBeWhole(key: string): void {
    for (const file of this.#files.values()) file.mustBeWhole(key);
  }

  damaged(): Place[] {
    return [...this.#files.values()].flatMap(({ damaged }) => damaged.map(({ place }) => place));
  }

  write(key: string, entry: unknown): Promise<void> {
    return this.#write({ key, n: (this.latest(key)?.n ?? 0) + 1, entry });
  }

  sweepSoon(): void {
    this.#sweeping ??= setTimeout(() => this.#sweep(), sweepMs).unref();
  }

  close(): void {
    if (this.#sweeping !== undefined) this.#sweep();
  }

  async swept(): Promise<void> {
    this.close();
  }

  async begin(id: string): Promise<void> {
    this.#appended = { id, count: 0 };
    this.#readNow();
    void this.folder.removeOld();
    const ended = this.#endedFiles();
    if (ended.length < maxFiles) return;
    const needed = ended.flatMap(([, { lines }]) =>
      [...lines.values()].filter((line) => this.#isNeeded(line) && this.latest(line.key) === line),
    );
    await Promise.all(needed.map(({ key, n, entry }) => this.#write({ key, n, entry })));
    this.#sweep();
  }

  end(): void {
    const { file } = this.#appended ?? {};
    this.#appended = undefined;
    file?.close();
    if (file !== undefined) this.#sweep();
  }

  async #write(line: Pick<FileLine, "key" | "n"> & { entry: unknown }): Promise<void> {
    const own = this.#appended;
    if (own === undefined) throw new Error("write() needs a held lock.");
    if (own.file?.isBroken !== false) {
      own.file?.close();
      const name = `${this.stack}${own.id}-${own.count++}${fileEnd}`;
      own.file = new AppendedFile(this.folder.file(name), () => this.#read(name));
    }
    await own.file.append(JSON.stringify(line));
  }

  /** Reads all files; false if a file was removed meanwhile. The last pass fails instead. */
  #readAll(known: readonly JournalFile[], isLast: boolean): boolean {
    const names = this.folder.list(this.stack, fileEnd);
    for (const name of this.#files.keys()) if (!names.includes(name)) this.#files.delete(name);
    let isWhole = true;
    for (const name of names) {
      try {
        this.#read(name, known);
      } catch (error) {
        if (!isMissing(error) || isLast) throw unusableFolder(error);
        this.#files.delete(name);
        isWhole = false;
      }
    }
    return isWhole;
  }

  /** `known` are the files so far, also those that were removed since. */
  #read(name: string, known: Iterable<JournalFile> = this.#files.values()): void {
    const file = this.#files.get(name) ?? new JournalFile(this.folder.file(name));
    file.update((key) => latestIn(known, key));
    this.#files.set(name, file);
  }

  /** Removes files without needed lines. A file with outdated lines goes before the file with the newer ones. */
  #sweep(): void {
    clearTimeout(this.#sweeping);
    this.#sweeping = undefined;
    try {
      this.#readNow();
      const ended = this.#endedFiles();
      for (let at = 0; at >= 0;) {
        at = ended.findIndex(([, file]) => this.#canGo(file));
        for (const [name] of at < 0 ? [] : ended.splice(at, 1)) {
          this.folder.remove(name);
          this.#files.delete(name);
        }
      }
    } catch {
      // The next run tries again.
    }
  }

  /** The files of released locks. */
  #endedFiles(): [string, JournalFile][] {
    const working = [this.#appended?.id, ...this.view.working(this.locks.all())];
    return [...this.#files].filter(
      ([name]) => !working.some((id) => name.startsWith(`${this.stack}${id}-`)),
    );
  }

  #canGo(file: JournalFile): boolean {
    if (file.damaged.length > 0) return false;
    const others = [...this.#files.values()].filter((other) => other !== file);
    return [...file.lines.values()].every((line) => {
      const elsewhere = others.flatMap(({ lines }) => lines.get(line.key)?.n ?? []);
      return elsewhere.length > 0 ? elsewhere.some((n) => n >= line.n) : !this.#isNeeded(line);
    });
  }

  #isNeeded(line: FileLine): boolean {
    // A set of entries, not of their `n`: after a file is removed, the key counts from 1 again.
    if (line.entry === null || this.view.settled.has(line.entry)) return false;
    const { sentAt } = line.entry;
    return sentAt === undefined || !isOld(sentAt);
  }
}

function latestIn(files: Iterable<JournalFile>, key: string): FileLine | undefined {
  let latest: FileLine | undefined;
  for (const { lines } of files) {
    const line = lines.get(key);
    if (line !== undefined && line.n >= (latest?.n ?? 0)) latest = line;
  }
  return latest;
}
