import { damaged, unusableFolder } from "./journalFailures";
import { JournalFile } from "./journalFile";
import type { JournalLine } from "./journalFile";
import { isMissing } from "./journalFolder";
import type { JournalFolder } from "./journalFolder";

/** For how long what was read is new enough where nothing is decided by it. */
export const momentMs = 50;
/** How often to read again what others change meanwhile. A link to nothing never stops being listed. */
const mostPasses = 100;
export const fileEnd = ".jsonl";

/** The files of one stack in a journal, as far as they were read. */
export class JournalFiles {
  readonly #files = new Map<string, JournalFile>();
  #refreshedAt = 0;

  constructor(
    readonly folder: JournalFolder,
    /** What the names of all files of the stack begin with. */
    readonly stack: string,
  ) {}

  /**
   * Reads what others appended, unless that was done a moment ago. A file that goes meanwhile may take along what
   * outdates another one.
   */
  refresh(momentMs = 0): void {
    if (momentMs > 0 && Date.now() < this.#refreshedAt + momentMs) return;
    this.#refreshedAt = Date.now();
    for (let pass = 1; !this.#readAll(pass === mostPasses); pass++);
  }

  /** Reads what was appended to a file. */
  update(name: string): void {
    const file = this.#files.get(name) ?? new JournalFile(this.folder.file(name));
    file.update();
    this.#files.set(name, file);
  }

  all(): [string, JournalFile][] {
    return [...this.#files];
  }

  remove(name: string): void {
    this.folder.remove(name);
    this.#files.delete(name);
  }

  /** What all files say last of a key. */
  latest(key: string): JournalLine | undefined {
    let latest: JournalLine | undefined;
    for (const { lines } of this.#files.values()) {
      const line = lines.get(key);
      if (line !== undefined && line.n >= (latest?.n ?? 0)) latest = line;
    }
    return latest;
  }

  keys(): Set<string> {
    return new Set([...this.#files.values()].flatMap(({ lines }) => [...lines.keys()]));
  }

  /** Fails where a damaged line may tell of a key. */
  mustBeWhole(key: string): void {
    for (const file of this.#files.values()) {
      const lineNumber = file.damagedLine(key);
      if (lineNumber !== undefined) throw damaged(file.path, lineNumber);
    }
  }

  /** Reads all files; false where one of them went meanwhile, which the last pass does not accept. */
  #readAll(isLast: boolean): boolean {
    const names = this.folder.list(this.stack).filter((name) => name.endsWith(fileEnd));
    for (const name of this.#files.keys()) if (!names.includes(name)) this.#files.delete(name);
    let isWhole = true;
    for (const name of names) {
      try {
        this.update(name);
      } catch (error) {
        if (!isMissing(error) || isLast) throw unusableFolder(error);
        // The folder itself may have moved.
        this.#files.delete(name);
        isWhole = false;
      }
    }
    return isWhole;
  }
}
