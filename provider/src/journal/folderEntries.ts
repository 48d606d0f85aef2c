import { AppendedFile } from "./journalFile";
import type { FileLine, JournalFile } from "./journalFile";
import { fileEnd, JournalFiles } from "./journalFiles";
import type { JournalFolder } from "./journalFolder";
import type { LockFiles } from "./lockFiles";
import { isOld } from "./stores";
import type { EntryStore, JournalLine, Place, StackView } from "./stores";

/** With this many files of earlier locks, the lines that are still needed move into one file. */
const maxFiles = 8;
/** How long to collect settled entries before files are removed. */
const sweepMs = 50;

/**
 * The entries of a stack in a folder. Each lock appends to its own file, so a file never changes after its lock is
 * released. The file is removed when no line in it is needed any more.
 */
export class FolderEntries implements EntryStore {
  readonly #files: JournalFiles;
  #appended?: { id: string; count: number; file?: AppendedFile };
  #sweeping?: NodeJS.Timeout;

  constructor(
    readonly folder: JournalFolder,
    readonly stack: string,
    readonly locks: LockFiles,
    readonly view: StackView,
  ) {
    this.#files = new JournalFiles(folder, stack);
  }

  look(momentMs: number): void {
    this.#files.refresh(momentMs);
  }

  /** Reads at once, also when the process ends. */
  async load(momentMs: number): Promise<void> {
    this.#files.refresh(momentMs);
  }

  latest(key: string): JournalLine | undefined {
    return this.#files.latest(key);
  }

  latestOfAll(id?: string): JournalLine[] {
    return this.#files.latestOfAll(id);
  }

  mustBeWhole(key: string): void {
    for (const [, file] of this.#files.all()) file.mustBeWhole(key);
  }

  damaged(): Place[] {
    return this.#files
      .all()
      .flatMap(([, { path, damaged }]) => damaged.map(({ lineNumber }) => ({ path, lineNumber })));
  }

  write(key: string, entry: unknown): Promise<void> {
    return this.#write({ key, n: (this.#files.latest(key)?.n ?? 0) + 1, entry });
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

  async #write(line: Pick<FileLine, "key" | "n"> & { entry: unknown }): Promise<void> {
    const own = this.#appended;
    if (own === undefined) throw new Error("write() needs a held lock.");
    if (own.file?.isBroken !== false) {
      own.file?.close();
      const name = `${this.stack}${own.id}-${own.count++}${fileEnd}`;
      own.file = new AppendedFile(this.folder.file(name), () => this.#files.update(name));
    }
    await own.file.append(JSON.stringify(line));
  }

  async begin(id: string): Promise<void> {
    this.#appended = { id, count: 0 };
    this.#files.refresh();
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

  end(): void {
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
      this.#files.refresh();
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
    const working = [this.#appended?.id, ...this.view.working(this.locks.all())];
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

  #isNeeded(line: FileLine): boolean {
    // A set of lines, not of their `n`: after a file is removed, the key counts from 1 again.
    if (line.entry === null || this.view.settled.has(line)) return false;
    const { sentAt } = line.entry;
    return sentAt === undefined || !isOld(sentAt);
  }
}
