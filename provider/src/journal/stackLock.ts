import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { longWaitMs } from "../platform/longWaits";
import { lockLost, stillLocked, stopping, unusableFolder, waitsForLock } from "./journalFailures";
import { isMissing } from "./journalFolder";
import type { JournalFolder } from "./journalFolder";
import { isAlive, thisEngine, thisProcess } from "./processes";
import { steadyNow } from "../wire/steadyClock";

export interface LockTimes {
  /** How often a process updates its lock file. */
  beatMs: number;
  /** After this time without an update, a process on another host loses its lock. */
  staleMs: number;
}

const lockOwner = z.object({
  host: z.string(),
  hostname: z.string(),
  pid: z.number(),
  started: z.string(),
  /** The engine of the process. Processes of the same engine do not wait for each other. */
  engine: z.string(),
});
export type LockOwner = z.infer<typeof lockOwner>;

export const thisLockOwner = (): LockOwner => ({ ...thisProcess(), engine: thisEngine() });

/** How a wait for a lock can end early, and where it shows its progress. */
export interface WaitOptions {
  /** Aborted when the engine wants this process to end. */
  leaving?: AbortSignal;
  show?: (line: string) => void;
}

const pollMs = 100;
/** Locks older than 40 × `staleMs` are stale at once, because clocks differ by less. */
const longStale = 40;
/** How long a process keeps an unused lock. */
const idleMs = 100;

const lockEnd = ".lock";

/**
 * Lets the processes of one engine change the objects of a stack. A lock is a file that names its owner. For an owner
 * on another host, only the changing time of the file shows that it is alive. For an owner on the same host, the
 * process id shows it at once, so nobody waits for a killed process.
 */
export class StackLock {
  #uses = 0;
  #acquiring?: Promise<void>;
  #id?: string;
  #beatAt = 0;
  #beating?: NodeJS.Timeout;
  #idle?: NodeJS.Timeout;
  /**
   * The last heartbeats of other owners, and when this process first saw them. So the clocks of two hosts may differ.
   */
  readonly #heard = new Map<string, { beat: number; at: number }>();

  constructor(
    readonly folder: JournalFolder,
    readonly stack: string,
    /** Not needed to look at the locks of others. */
    readonly on: { acquired?: (id: string) => Promise<void>; released?: () => void } = {},
    readonly owner: LockOwner = thisLockOwner(),
    readonly times: LockTimes = { beatMs: 5_000, staleMs: 15_000 },
  ) {}

  /** Runs `work` while this process holds the lock. Fails if another engine still holds a lock after `patienceMs`. */
  async hold<Result>(
    patienceMs: number,
    work: () => Promise<Result>,
    waiting: WaitOptions = {},
  ): Promise<Result> {
    this.#uses++;
    clearTimeout(this.#idle);
    try {
      // The lock was lost, and its last user has ended.
      if (this.#uses === 1 && this.#id !== undefined && !this.isHeld) this.release();
      await (this.#acquiring ??= this.#acquire(patienceMs, waiting));
      return await work();
    } catch (error) {
      if (this.#id === undefined) this.#acquiring = undefined;
      throw error;
    } finally {
      this.#uses--;
      if (this.#uses === 0) this.#idle = setTimeout(() => this.release(), idleMs).unref();
    }
  }

  /** Whether this process still has its lock. A process that hung can lose the lock without noticing. */
  get isHeld(): boolean {
    return this.#beat();
  }

  /** Fails if another process took over the lock. */
  mustHold(): void {
    if (!this.isHeld) throw lockLost();
  }

  release(): void {
    clearTimeout(this.#idle);
    clearInterval(this.#beating);
    const id = this.#id;
    this.#id = this.#acquiring = undefined;
    if (id === undefined) return;
    try {
      this.folder.remove(this.#nameOf(id));
    } catch {
      // The work is done. The next process finds out that this lock has ended.
    }
    this.on.released?.();
  }

  /** The locks of other processes that are alive. Removes the locks of ended processes. */
  liveLocksOfOthers(): { id: string; owner?: LockOwner }[] {
    return this.locksOfOthers().filter(({ name, hasEnded }) => {
      if (hasEnded) this.folder.remove(name);
      return !hasEnded;
    });
  }

  /** The locks of other processes, and whether these processes have ended. */
  locksOfOthers(): { id: string; name: string; owner?: LockOwner; hasEnded: boolean }[] {
    return this.folder.list(this.stack, lockEnd).flatMap((name) => {
      const id = name.slice(this.stack.length, -lockEnd.length);
      if (id === this.#id) return [];
      const owner = ownerIn(this.folder.file(name));
      return [{ id, name, owner, hasEnded: this.#hasEnded(name, owner) }];
    });
  }

  async #acquire(patienceMs: number, { leaving, show }: WaitOptions): Promise<void> {
    const { beatMs, staleMs } = this.times;
    const from = steadyNow();
    let nextLineMs = longWaitMs;
    for (;;) {
      const other = await this.#tryToAcquire();
      if (other === undefined) return;
      const isNear = other.owner?.host === this.owner.host;
      // A process on another host counts as ended only after the stale time.
      const patience = isNear ? patienceMs : Math.max(patienceMs, staleMs + beatMs);
      if (steadyNow() > from + patience) throw stillLocked(other.owner);
      if (steadyNow() > from + nextLineMs) {
        nextLineMs *= 2;
        show?.(waitsForLock(other.owner));
      }
      // Two processes that start together both withdraw. Random pauses keep them from trying again together.
      await sleep(pollMs * (0.5 + Math.random()), undefined, { signal: leaving }).catch(() => {
        throw stopping();
      });
    }
  }

  /** Acquires the lock, or returns the lock of another process. */
  async #tryToAcquire(): Promise<{ owner?: LockOwner } | undefined> {
    const lockedElsewhere = () =>
      this.liveLocksOfOthers().find(
        ({ owner }) => owner?.host !== this.owner.host || owner.engine !== this.owner.engine,
      );
    const before = lockedElsewhere();
    if (before !== undefined) return before;
    const id = randomUUID();
    const name = this.#nameOf(id);
    try {
      await this.folder.make();
      this.#write(this.folder.file(name));
    } catch (error) {
      throw unusableFolder(error, this.folder.chosen);
    }
    this.#id = id;
    // Each process writes its file before it looks for others, so at least one of two sees the other.
    const meanwhile = lockedElsewhere();
    if (meanwhile !== undefined) {
      this.#id = undefined;
      this.folder.remove(name);
      return meanwhile;
    }
    this.#beatAt = steadyNow();
    this.#beating = setInterval(() => this.#beat(), this.times.beatMs).unref();
    try {
      await this.on.acquired?.(id);
    } catch (error) {
      this.release();
      throw error;
    }
    return undefined;
  }

  /** Removes a lock file that could not be written completely. Other processes would wait for it. */
  #write(file: string): void {
    try {
      writeFileSync(file, JSON.stringify(this.owner), { flag: "wx", mode: 0o600 });
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
  }

  /** Updates the lock file; false if the file was removed. */
  #beat(): boolean {
    if (this.#id === undefined) return false;
    const file = this.folder.file(this.#nameOf(this.#id));
    try {
      const isLate = steadyNow() - this.#beatAt >= this.times.beatMs / 2;
      if (!isLate) return statSync(file, { throwIfNoEntry: false }) !== undefined;
      const now = new Date();
      utimesSync(file, now, now);
      this.#beatAt = steadyNow();
      return true;
    } catch (error) {
      // A short failure of the disk does not end the lock.
      return !isMissing(error);
    }
  }

  #hasEnded(name: string, owner: LockOwner | undefined): boolean {
    if (owner?.host === this.owner.host) return !isAlive(owner);
    const beat = statSync(this.folder.file(name), { throwIfNoEntry: false })?.mtimeMs;
    if (beat === undefined) return false;
    const { staleMs } = this.times;
    if (beat < Date.now() - staleMs * longStale) return true;
    const now = performance.now();
    const heard = this.#heard.get(name);
    if (heard?.beat !== beat) this.#heard.set(name, { beat, at: now });
    return heard?.beat === beat && heard.at <= now - staleMs;
  }

  #nameOf(id: string): string {
    return `${this.stack}${id}${lockEnd}`;
  }
}

/** The owner of a lock; undefined if the file does not name it. */
function ownerIn(path: string): LockOwner | undefined {
  try {
    return lockOwner.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}
