import { unusableFolder } from "./journalFailures";
import { JournalFile } from "./journalFile";
import type { FileLine } from "./journalFile";
import { isMissing } from "./journalFolder";
import type { JournalFolder } from "./journalFolder";
import { steadyNow } from "../wire/steadyClock";

/** How long lines that were read count as new, for reads that decide nothing. */
export const momentMs = 50;
/**
 * How often to read again while other processes change the files. Without a limit, a broken link would cause an
 * endless loop.
 */
const maxPasses = 100;
export const fileEnd = ".jsonl";

/** The files of one stack in a journal. */
export class JournalFiles {
  readonly #files = new Map<string, JournalFile>();
  #refreshedAt = 0;

  constructor(
    readonly folder: JournalFolder,
    /** The prefix of their names. */
    readonly stack: string,
  ) {}

  /**
   * Reads the lines that other processes appended, unless the last read was a moment ago. Reads all files again if one
   * was removed meanwhile, because the removal can be based on a newer line.
   */
  refresh(momentMs = 0): void {
    if (momentMs > 0 && steadyNow() < this.#refreshedAt + momentMs) return;
    this.#refreshedAt = steadyNow();
    for (let pass = 1; !this.#readAll(pass === maxPasses); pass++);
  }

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

  /** The latest line about a key in all files. */
  latest(key: string): FileLine | undefined {
    let latest: FileLine | undefined;
    for (const { lines } of this.#files.values()) {
      const line = lines.get(key);
      if (line !== undefined && line.n >= (latest?.n ?? 0)) latest = line;
    }
    return latest;
  }

  /** The latest line about each key, or about each key that any line about an object has. */
  latestOfAll(id?: string): FileLine[] {
    const keys = new Set([...this.#files.values()].flatMap((file) => [...file.keys(id)]));
    return [...keys].flatMap((key) => this.latest(key) ?? []);
  }

  /** Reads all files; false if a file was removed meanwhile. The last pass fails instead. */
  #readAll(isLast: boolean): boolean {
    const names = this.folder.list(this.stack, fileEnd);
    for (const name of this.#files.keys()) if (!names.includes(name)) this.#files.delete(name);
    let isWhole = true;
    for (const name of names) {
      try {
        this.update(name);
      } catch (error) {
        if (!isMissing(error) || isLast) throw unusableFolder(error);
        this.#files.delete(name);
        isWhole = false;
      }
    }
    return isWhole;
  }
}
