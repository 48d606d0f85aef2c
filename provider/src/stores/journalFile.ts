import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { orUndefined } from "../definition/orUndefined";
import { GrowingFile } from "../process/growingFile";
import { damaged, unusableFolder } from "./journalFailures";
import { ignoreUnsupported, syncFolder } from "./journalFolder";
import type { JournalLine, Place } from "./stores";

/**
 * The last line of a file about a key. Of all files, the line with the greatest `n` counts, so clocks do not matter.
 */
export interface FileLine extends JournalLine {
  n: number;
  place: Extract<Place, { path: string }>;
}

/** A line that cannot be read, with its key if it is readable. */
type DamagedLine = Pick<FileLine, "place"> & { key?: string };

/** The part of a file that was read so far. Other processes may append to the file. */
export class JournalFile extends GrowingFile {
  readonly lines = new Map<string, FileLine>();
  /** The keys of the lines about each object. */
  readonly #keysOfObjects = new Map<string, Set<string>>();
  readonly #damaged: DamagedLine[] = [];
  #lineNumber = 0;

  constructor(readonly path: string) {
    super(path);
  }

  /** Reads the appended lines; fails with ENOENT if the file was removed. */
  update(knownOf: (key: string) => FileLine | undefined): void {
    // The request of a line that is not complete was not sent.
    for (const text of this.next(() => this.#forget())) this.#take(text, knownOf);
  }

  /** The unreadable lines. The last line of a file does not count, because a power failure can cut it off. */
  get damaged(): readonly DamagedLine[] {
    return this.#damaged.filter(({ place }) => place.lineNumber < this.#lineNumber);
  }

  mustBeWhole(key: string): void {
    const after = this.lines.get(key)?.place.lineNumber ?? 0;
    const mayBeAbout = (line: DamagedLine) =>
      line.place.lineNumber > after && (line.key ?? key) === key;
    const found = this.damaged.find(mayBeAbout);
    if (found !== undefined) throw damaged(found.place);
  }

  /** The keys of all lines, or of the lines about an object, also of those that a later line replaced. */
  keys(id?: string): Iterable<string> {
    return id === undefined ? this.lines.keys() : (this.#keysOfObjects.get(id) ?? []);
  }

  #take(text: string, knownOf: (key: string) => FileLine | undefined): void {
    const place = { path: this.path, lineNumber: ++this.#lineNumber };
    const line = parsedLine(text);
    if (line === undefined) {
      this.#damaged.push({ place, key: /^\{"key":"([0-9a-f]+)"/.exec(text)?.[1] });
      return;
    }
    const { key, n } = line;
    const known = knownOf(key);
    // What moved into another file stays the same entry for those who know it.
    const isMoved = known?.n === n && isDeepStrictEqual(known.entry, line.entry);
    this.lines.set(key, { key, n, entry: isMoved ? known.entry : line.entry, place });
    const { id } = line.entry ?? {};
    if (typeof id === "string")
      this.#keysOfObjects.set(id, (this.#keysOfObjects.get(id) ?? new Set()).add(line.key));
  }

  #forget(): void {
    this.lines.clear();
    this.#keysOfObjects.clear();
    this.#damaged.length = 0;
    this.#lineNumber = 0;
  }
}

function parsedLine(text: string): Pick<FileLine, "key" | "n" | "entry"> | undefined {
  const { key, n, entry } = orUndefined(() => JSON.parse(text) as Partial<FileLine> | null) ?? {};
  return typeof key === "string" && Number.isSafeInteger(n) && entry !== undefined
    ? { key, n: Number(n), entry }
    : undefined;
}

/**
 * Appends lines to a file. Each promise resolves when its line is on the disk. Lines that arrive during a write are
 * written together.
 */
export class AppendedFile {
  readonly #waiting: string[] = [];
  #lastWrite = Promise.resolve();
  /** The write of the waiting lines. */
  #nextWrite?: Promise<void>;
  #handle?: FileHandle;
  /** A failed write can leave half a line. Only the last line of a file may be incomplete. */
  isBroken = false;

  constructor(
    readonly path: string,
    readonly onWritten: () => void,
  ) {}

  append(text: string): Promise<void> {
    this.#waiting.push(text);
    // A line after a failed write fails too.
    this.#nextWrite ??= this.#lastWrite.then(() => this.#write());
    this.#lastWrite = this.#nextWrite;
    return this.#nextWrite;
  }

  close(): void {
    // The lines are already on the disk. Some network file systems fail again here.
    this.#handle?.close().catch(() => undefined);
    this.#handle = undefined;
  }

  async #write(): Promise<void> {
    this.#nextWrite = undefined;
    const lines = this.#waiting.splice(0);
    try {
      this.#handle ??= await created(this.path);
      await this.#handle.appendFile(lines.map((text) => `${text}\n`).join(""));
      await this.#handle.datasync().catch(ignoreUnsupported);
      this.onWritten();
    } catch (error) {
      this.isBroken = true;
      throw unusableFolder(error, this.path);
    }
  }
}

async function created(path: string): Promise<FileHandle> {
  const handle = await open(path, "ax", 0o600);
  await syncFolder(dirname(path));
  return handle;
}
