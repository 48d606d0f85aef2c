import { lstatSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entriesOf, recordVariable } from "./syncRecorder";
import type { Synced } from "./syncRecorder";
import type { Environment } from "../workspace";

/**
 * Leaves of a folder what a power cut leaves for certain: what was there when the machine started, and what was
 * synced since. Every process that writes to it has to have ended, and to have run in the environment given here.
 */
export class PowerCut {
  readonly environment: Environment;
  readonly #sizes = new Map<string, number>();
  readonly #entries = new Map<string, Record<string, string>>();

  constructor(
    /** A folder whose own entry is certain, and the one entry in it that is cut. */
    readonly folder: string,
    readonly entry: string,
    readonly record: string,
  ) {
    this.environment = {
      NODE_OPTIONS: `--require=${join(__dirname, "syncRecorder.js")}`,
      [recordVariable]: record,
    };
  }

  /** Takes everything that is there now for certain. */
  start(): void {
    writeFileSync(this.record, "");
    this.#sizes.clear();
    this.#entries.clear();
    this.#take(this.folder);
  }

  #take(folder: string): void {
    const entries = entriesOf(folder);
    this.#entries.set(folder, entries);
    for (const [name, file] of Object.entries(entries)) {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isDirectory()) this.#take(path);
      else this.#sizes.set(file, stats.size);
    }
  }

  /** Removes what was not synced; returns what that was. */
  cut(): string[] {
    for (const line of readFileSync(this.record, "utf8").split("\n")) {
      if (line === "") continue;
      const synced = JSON.parse(line) as Synced;
      if ("entries" in synced) this.#entries.set(synced.path, synced.entries);
      else this.#sizes.set(synced.file, synced.size);
    }
    return this.#cut(this.folder, (name) => name === this.entry);
  }

  #cut(folder: string, isCut: (name: string) => boolean = () => true): string[] {
    const certain = this.#entries.get(folder) ?? {};
    const entries = Object.entries(entriesOf(folder)).filter(([name]) => isCut(name));
    return entries.flatMap(([name, file]) => {
      const path = join(folder, name);
      if (certain[name] !== file) {
        rmSync(path, { recursive: true });
        return [`${path} is gone`];
      }
      const stats = lstatSync(path);
      if (stats.isDirectory()) return this.#cut(path);
      const size = this.#sizes.get(file) ?? 0;
      if (!stats.isFile() || stats.size <= size) return [];
      truncateSync(path, size);
      return [`${path} has ${size} of ${stats.size} bytes`];
    });
  }
}
