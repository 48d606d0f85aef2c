import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const newline = 10;

/** A file to which processes append lines. */
export class GrowingFile {
  #offset = 0;

  /** A file that only processes of this machine change can stay open. */
  constructor(readonly file: string | number) {}

  /**
   * The lines that are new and complete. A file that is shorter than before is read again from its start, after
   * `onCut`. Fails with ENOENT if the file was removed.
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
      if (size === this.#offset) return [];
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
