import { appendFileSync, closeSync, fstatSync, openSync, readSync } from "node:fs";

const newline = 10;

/** A file to which processes append lines. */
export class GrowingFile {
  #offset = 0;
  /** How many bytes this process appended after the offset. */
  #own = 0;

  /** A file that only processes of this machine change can stay open. */
  constructor(readonly file: string | number) {}

  append(text: string): void {
    appendFileSync(this.file, text);
    this.#own += Buffer.byteLength(text);
  }

  /**
   * The lines that are new and complete. A file that is shorter than before is read again from its start, after
   * `onCut`. Lines of this process are left out while nobody else appends. Fails with ENOENT if the file was removed.
   */
  next(onCut: () => void = () => undefined): string[] {
    const file = typeof this.file === "number" ? this.file : openSync(this.file, "r");
    try {
      // Only an open file has a reliable size. A network file system can return a size from seconds ago.
      const { size } = fstatSync(file);
      if (size < this.#offset) {
        this.#offset = 0;
        onCut();
      }
      const own = this.#own;
      this.#own = 0;
      if (size === this.#offset + own) {
        this.#offset = size;
        return [];
      }
      const added = Buffer.alloc(size - this.#offset);
      const read = added.subarray(0, readSync(file, added, 0, added.length, this.#offset));
      // A kill cut off a line without an end, or a process is still writing it.
      const whole = read.subarray(0, read.lastIndexOf(newline) + 1);
      this.#offset += whole.length;
      return whole.toString("utf8").split("\n").slice(0, -1);
    } finally {
      if (file !== this.file) closeSync(file);
    }
  }
}
