import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { orUndefined } from "../definition/orUndefined";
import { unusableFolder } from "./journalFailures";
import { isMissing } from "./journalFolder";
import type { JournalFolder } from "./journalFolder";
import type { LockRecord, LockStore } from "./stores";

const lockEnd = ".lock";

/** The locks of a stack in a folder: files whose times are the heartbeats. All calls work at once. */
export class LockFiles implements LockStore {
  readonly hasOneClock = false;

  constructor(
    readonly folder: JournalFolder,
    readonly stack: string,
  ) {}

  async list(): Promise<LockRecord[]> {
    return this.all();
  }

  all(): LockRecord[] {
    return this.folder.list(this.stack, lockEnd).flatMap((name) => {
      const id = name.slice(this.stack.length, -lockEnd.length);
      const place = this.folder.file(name);
      const beat = statSync(place, { throwIfNoEntry: false })?.mtimeMs;
      if (beat === undefined) return [];
      const text = orUndefined(() => readFileSync(place, "utf8")) ?? "";
      return [{ id, place, beat, ageMs: Date.now() - beat, text }];
    });
  }

  async create(id: string, text: string): Promise<void> {
    try {
      await this.folder.make();
      this.#write(this.#file(id), text);
    } catch (error) {
      throw unusableFolder(error, this.folder.address);
    }
  }

  async exists(id: string): Promise<boolean> {
    return statSync(this.#file(id), { throwIfNoEntry: false }) !== undefined;
  }

  async renew(id: string): Promise<boolean> {
    try {
      const now = new Date();
      utimesSync(this.#file(id), now, now);
      return true;
    } catch (error) {
      // A short failure of the disk does not end the lock.
      return !isMissing(error);
    }
  }

  async remove(id: string): Promise<void> {
    this.folder.remove(`${this.stack}${id}${lockEnd}`);
  }

  #file(id: string): string {
    return this.folder.file(`${this.stack}${id}${lockEnd}`);
  }

  /** Removes a lock file that could not be written completely. Other processes would wait for it. */
  #write(file: string, text: string): void {
    try {
      writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
  }
}
