import fs, { mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { PlatformError } from "../wire/errors";
import { cannotWrite } from "./journalFolder";
import { isAlive, processMark, thisProcess } from "./processes";
import type { ProcessMark } from "./processes";

export interface LockTimes {
  /** How often a holder shows that it lives. */
  beatMs: number;
  /** After how long without a beat a holder on another host has lost its lock. */
  staleMs: number;
}

interface HeldLock {
  /** Uses by this process: a lock that it holds is open to it. */
  uses: number;
  /** Resolves, once the lock is held, to what releases it. */
  acquired: Promise<() => Promise<void>>;
  isLost: boolean;
}

const lookMs = 100;

/**
 * The locks of one process; each is a file that says who holds it. The library keeps the time of that file
 * new: a process on another host can judge by that heartbeat only. A process on the same host looks at the
 * holder itself, so that nobody waits for a process that was killed.
 */
export class Locks {
  readonly #held = new Map<string, HeldLock>();

  constructor(
    readonly owner: ProcessMark = thisProcess(),
    readonly times: LockTimes = { beatMs: 5_000, staleMs: 15_000 },
  ) {}

  /** Works while no other process does; fails when the lock is not free within the patience. */
  async hold<Result>(
    path: string,
    patienceMs: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const held = this.#held.get(path) ?? this.#acquire(path, patienceMs);
    held.uses++;
    let release: (() => Promise<void>) | undefined;
    try {
      release = await held.acquired;
      return await work();
    } finally {
      held.uses--;
      if (held.uses === 0) {
        this.#held.delete(path);
        // The work is done, also where the lock was lost or cannot be removed: the next process judges it.
        await release?.().catch(() => undefined);
      }
    }
  }

  /** Whether this process still has the lock: a process that hung can have lost it without noticing. */
  isHeld(path: string): boolean {
    return this.#held.get(path)?.isLost === false && isDeepStrictEqual(holderOf(path), this.owner);
  }

  /** Removes the lock of a process that has ended. */
  removeAbandoned(path: string): void {
    if (this.#isAbandoned(path)) remove(path);
  }

  #acquire(path: string, patienceMs: number): HeldLock {
    const held = { uses: 0, isLost: false, acquired: Promise.resolve(() => Promise.resolve()) };
    this.#held.set(path, held);
    held.acquired = this.#locked(path, patienceMs, () => (held.isLost = true));
    return held;
  }

  async #locked(
    path: string,
    patienceMs: number,
    onCompromised: () => void,
  ): Promise<() => Promise<void>> {
    // Only what writes needs it, and it listens to the signals of the process.
    const { lock } = await import("proper-lockfile");
    const { beatMs: update, staleMs: stale } = this.times;
    const from = Date.now();
    for (;;) {
      try {
        return await lock(path, {
          lockfilePath: path,
          realpath: false,
          fs: this.#files,
          update,
          stale,
          onCompromised,
        });
      } catch (error) {
        if (!isCode(error, lockedCode)) throw cannotWrite(error);
      }
      if (this.#isAbandoned(path)) {
        remove(path);
        continue;
      }
      const holder = holderOf(path);
      const isNear = holder?.host === this.owner.host;
      // It takes the stale time to show that a process on another host has ended.
      const patience = isNear ? patienceMs : Math.max(patienceMs, stale + update);
      if (Date.now() > from + patience) throw stillHeld(holder);
      await sleep(lookMs);
    }
  }

  #isAbandoned(path: string): boolean {
    const holder = holderOf(path);
    if (holder?.host === this.owner.host) return !isAlive(holder);
    const beat = statSync(path, { throwIfNoEntry: false });
    return beat !== undefined && beat.mtimeMs < Date.now() - this.times.staleMs;
  }

  /** The library makes and removes folders. A file costs a fraction, and says whose it is from the start. */
  readonly #files = {
    ...fs,
    stat: (path: string, done: (error: Error | null, stats: Stats) => void) =>
      fs.stat(path, (error, stats) => {
        // A heartbeat may still look when its lock was released: the library takes no other error then.
        if (error !== null && !this.#held.has(path)) error.code = "ENOENT";
        done(error, stats);
      }),
    mkdir: (path: string, done: Done) =>
      answer(done, () => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, JSON.stringify(this.owner), { flag: "wx" });
      }),
    rmdir: (path: string, done: Done) => answer(done, () => this.#release(path)),
    rmdirSync: (path: string) => this.#release(path),
  };

  /** The library also removes a lock that it finds stale, which may have changed hands since it looked. */
  #release(path: string): void {
    if (!isDeepStrictEqual(holderOf(path), this.owner) && !this.#isAbandoned(path)) {
      throw Object.assign(new Error("another process holds it"), { code: lockedCode });
    }
    remove(path);
  }
}

type Done = (error: Error | null) => void;

function answer(done: Done, work: () => void): void {
  try {
    work();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null);
}

/** Who holds a lock; undefined where nobody does, or does not say so. */
function holderOf(path: string): ProcessMark | undefined {
  try {
    return processMark.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw cannotWrite(error);
  }
}

const lockedCode = "ELOCKED";
const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;

function stillHeld(holder: ProcessMark | undefined): PlatformError {
  const [host] = holder?.host.split(" ") ?? [];
  return new PlatformError({
    code: "journal_unusable",
    operation: "lock this object",
    detail:
      holder === undefined
        ? "another process is still working on it"
        : `process ${holder.pid} on host ${host} is still working on it`,
    hint: "Wait until that process ends, or end it, then run the command again.",
  });
}
