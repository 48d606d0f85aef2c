import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Reads a file to which processes append. Each call returns the lines that are new and complete. */
export class GrowingLines {
  #at = 0;
  #rest = "";

  constructor(readonly path: string) {}

  next(): string[] {
    const file = openSync(this.path, "r");
    try {
      const { size } = fstatSync(file);
      if (size <= this.#at) return [];
      const added = Buffer.alloc(size - this.#at);
      this.#at += readSync(file, added, 0, added.length, this.#at);
      const lines = (this.#rest + added.toString("utf8")).split("\n");
      this.#rest = lines.pop() ?? "";
      return lines;
    } finally {
      closeSync(file);
    }
  }
}
