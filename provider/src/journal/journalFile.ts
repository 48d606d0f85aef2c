import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { GrowingFile } from "./growingFile";
import { unusableFolder } from "./journalFailures";
import { ignoreUnsupported, syncFolder } from "./journalFolder";

/**
 * The last line of a file about a key. Of all files, the line with the greatest `n` counts, so clocks do not matter.
 */
export interface JournalLine {
  key: string;
  n: number;
  /** Null removes the entry. */
  entry: unknown;
  path: string;
  /** Counted from 1. */
  lineNumber: number;
}

/** The part of a file that was read so far. Other processes may append to the file. */
export class JournalFile {
  readonly lines = new Map<string, JournalLine>();
  /** The keys of the lines about each object. */
  readonly #keysOfObjects = new Map<string, Set<string>>();
  /** Lines that cannot be read, with their key if it is readable. */
  readonly #damaged: { lineNumber: number; key?: string }[] = [];
  readonly #file: GrowingFile;
  #lineNumber = 0;

  constructor(readonly path: string) {
    this.#file = new GrowingFile(path);
  }

  /** Reads the appended lines; fails with ENOENT if the file was removed. */
  update(): void {
    // The request of a line that is not complete was not sent.
    for (const text of this.#file.next(() => this.#forget())) this.#take(text);
  }

  /**
   * The number of a damaged line that may be about this key. The last line of a file does not count, because a power
   * failure can cut it off.
   */
  damagedLine(key: string): number | undefined {
    const after = this.lines.get(key)?.lineNumber ?? 0;
    return this.#damaged.find(
      (damaged) =>
        damaged.lineNumber > after &&
        damaged.lineNumber < this.#lineNumber &&
        (damaged.key ?? key) === key,
    )?.lineNumber;
  }

  /** The keys of the lines about an object, also of those that a later line replaced. */
  keysOfObject(id: string): Iterable<string> {
    return this.#keysOfObjects.get(id) ?? [];
  }

  get isDamaged(): boolean {
    return this.damagedLines.length > 0;
  }

  /** The numbers of the unreadable lines. */
  get damagedLines(): number[] {
    return this.#damaged.flatMap(({ lineNumber }) =>
      lineNumber < this.#lineNumber ? [lineNumber] : [],
    );
  }

  #take(text: string): void {
    const lineNumber = ++this.#lineNumber;
    const line = parsedLine(text);
    if (line === undefined) {
      this.#damaged.push({ lineNumber, key: /^\{"key":"([0-9a-f]+)"/.exec(text)?.[1] });
    } else {
      this.lines.set(line.key, { ...line, path: this.path, lineNumber });
      this.#noteObject(line);
    }
  }

  #noteObject({ key, entry }: Pick<JournalLine, "key" | "entry">): void {
    const { id } = (entry ?? {}) as { id?: unknown };
    if (typeof id !== "string") return;
    const keys = this.#keysOfObjects.get(id) ?? new Set();
    this.#keysOfObjects.set(id, keys.add(key));
  }

  #forget(): void {
    this.lines.clear();
    this.#keysOfObjects.clear();
    this.#damaged.length = 0;
    this.#lineNumber = 0;
  }
}

function parsedLine(text: string): Pick<JournalLine, "key" | "n" | "entry"> | undefined {
  try {
    const { key, n, entry } = JSON.parse(text) as Partial<JournalLine>;
    return typeof key === "string" && Number.isSafeInteger(n) && entry !== undefined
      ? { key, n: Number(n), entry }
      : undefined;
  } catch {
    return undefined;
  }
}

interface PendingLine {
  text: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Appends lines to a file. Each promise resolves when its line is on the disk. Lines that arrive during a write are
 * written together.
 */
export class AppendedFile {
  #waiting: PendingLine[] = [];
  #handle?: FileHandle;
  #isWriting = false;
  /** A failed write can leave half a line. Only the last line of a file may be incomplete. */
  isBroken = false;

  constructor(
    readonly path: string,
    readonly onWritten: () => void,
  ) {}

  append(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  close(): void {
    // The lines are already on the disk. Some network file systems fail again here.
    this.#handle?.close().catch(() => undefined);
    this.#handle = undefined;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        this.#handle ??= await created(this.path);
        await this.#handle.appendFile(batch.map(({ text }) => `${text}\n`).join(""));
        await this.#handle.datasync().catch(ignoreUnsupported);
        this.onWritten();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.isBroken = true;
        for (const { reject } of [...batch, ...this.#waiting.splice(0)])
          reject(unusableFolder(error, this.path));
      }
    }
    this.#isWriting = false;
  }
}

async function created(path: string): Promise<FileHandle> {
  const handle = await open(path, "ax", 0o600);
  await syncFolder(dirname(path));
  return handle;
}
