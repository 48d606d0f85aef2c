import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { longWaitMs } from "../platform/longWaits";
import { lockLost, stillLocked, stopping, waitsForLock } from "./lockMessages";
import { unusableFolder } from "./journalFailures";
import { isMissing } from "./journalFolder";
import type { JournalFolder } from "./journalFolder";
import { isAlive, thisEngine, thisProcess } from "./processes";

export interface LockTimes {
  /** How often a process shows that it lives. */
  beatMs: number;
  /** For how long others see no beat of a process on another host before it has lost its lock. */
  staleMs: number;
}

const lockOwner = z.object({
  host: z.string(),
  pid: z.number(),
  started: z.string(),
  /** The engine that the process works for: its processes do not wait for each other. */
  engine: z.string(),
});
export type LockOwner = z.infer<typeof lockOwner>;

export const thisLockOwner = (): LockOwner => ({ ...thisProcess(), engine: thisEngine() });

/** What people can do while a process waits for a lock. */
export interface Waiting {
  /** Aborted when the engine wants this process to end. */
  leaving?: AbortSignal;
  show?: (line: string) => void;
}

const lookMs = 100;
/** A lock that is this many times older than the stale time is stale at once: clocks differ by less. */
const longStale = 40;
/** For how long a process keeps a lock that it does not use. */
const idleMs = 100;

export const lockEnd = ".lock";

/**
 * The right of one process to change the objects of a stack: a file that says who works, while no process of
 * another engine does. A process on another host can judge by that file only, whose time keeps changing. A
 * process on the same host looks at the holder itself, so that nobody waits for a process that was killed.
 */
export class StackLock {
  #uses = 0;
  #taking?: Promise<void>;
  #id?: string;
  #beatAt = 0;
  #beating?: NodeJS.Timeout;
  #idle?: NodeJS.Timeout;
  /** The last heartbeats of others, and when this process first saw them: no two hosts need the same clock. */
  readonly #heard = new Map<string, { beat: number; at: number }>();

  constructor(
    readonly folder: JournalFolder,
    /** What the names of all files of the stack begin with. */
    readonly stack: string,
    readonly on: { taken: (id: string) => Promise<void>; released: () => void },
    readonly owner: LockOwner = thisLockOwner(),
    readonly times: LockTimes = { beatMs: 5_000, staleMs: 15_000 },
  ) {}

  /** Works while no process of another engine does; fails when one still does after the patience. */
  async hold<Result>(
    patienceMs: number,
    work: () => Promise<Result>,
    waiting: Waiting = {},
  ): Promise<Result> {
    this.#uses++;
    clearTimeout(this.#idle);
    try {
      // Whoever worked under a lock that was lost is done when nobody uses it any more.
      if (this.#uses === 1 && this.#id !== undefined && !this.isHeld) this.release();
      await (this.#taking ??= this.#take(patienceMs, waiting));
      return await work();
    } catch (error) {
      if (this.#id === undefined) this.#taking = undefined;
      throw error;
    } finally {
      this.#uses--;
      if (this.#uses === 0) this.#idle = setTimeout(() => this.release(), idleMs).unref();
    }
  }

  /** Whether this process still has its lock: one that hung can have lost it without noticing. */
  get isHeld(): boolean {
    return this.#id !== undefined && this.#beat();
  }

  /** Refuses where another process took over what this one would change. */
  mustHold(): void {
    if (!this.isHeld) throw lockLost();
  }

  /** Gives the lock back, unless somebody uses it. */
  release(): void {
    clearTimeout(this.#idle);
    clearInterval(this.#beating);
    const id = this.#id;
    this.#id = this.#taking = undefined;
    if (id === undefined) return;
    try {
      this.folder.remove(this.#nameOf(id));
    } catch {
      // The work is done: the next process judges the lock.
    }
    this.on.released();
  }

  /** The locks of others that are alive; removes those of processes that have ended. */
  others(): { id: string; owner?: LockOwner }[] {
    return this.seen().filter(({ name, hasEnded }) => {
      if (hasEnded) this.folder.remove(name);
      return !hasEnded;
    });
  }

  /** The locks of others, and whether their processes have ended. */
  seen(): { id: string; name: string; owner?: LockOwner; hasEnded: boolean }[] {
    return this.folder
      .list(this.stack)
      .filter((name) => name.endsWith(lockEnd))
      .map((name) => ({ id: name.slice(this.stack.length, -lockEnd.length), name }))
      .filter(({ id }) => id !== this.#id)
      .map(({ id, name }) => {
        const owner = ownerIn(this.folder.file(name));
        return { id, name, owner, hasEnded: this.#hasEnded(name, owner) };
      });
  }

  async #take(patienceMs: number, { leaving, show }: Waiting): Promise<void> {
    const { beatMs, staleMs } = this.times;
    const from = Date.now();
    let nextLineMs = longWaitMs;
    for (;;) {
      const other = await this.#tryToTake();
      if (other === undefined) return;
      const isNear = other.owner?.host === this.owner.host;
      // It takes the stale time to show that a process on another host has ended.
      const patience = isNear ? patienceMs : Math.max(patienceMs, staleMs + beatMs);
      if (Date.now() > from + patience) throw stillLocked(other.owner);
      if (Date.now() > from + nextLineMs) {
        nextLineMs *= 2;
        show?.(waitsForLock(other.owner));
      }
      // Two that came at once make way for each other, and must not come back at once.
      await sleep(lookMs * (0.5 + Math.random()), undefined, { signal: leaving }).catch(() => {
        throw stopping();
      });
    }
  }

  /** Takes the lock, or says whose it is. */
  async #tryToTake(): Promise<{ owner?: LockOwner } | undefined> {
    const lockedElsewhere = () =>
      this.others().find(
        ({ owner }) => owner?.host !== this.owner.host || owner.engine !== this.owner.engine,
      );
    const before = lockedElsewhere();
    if (before !== undefined) return before;
    const id = randomUUID();
    try {
      await this.folder.make();
      this.#write(this.folder.file(this.#nameOf(id)));
    } catch (error) {
      throw unusableFolder(error, this.folder.chosen);
    }
    this.#id = id;
    // Of two that write first and look then, at least one sees the other.
    const meanwhile = lockedElsewhere();
    if (meanwhile !== undefined) {
      this.#id = undefined;
      this.folder.remove(this.#nameOf(id));
      return meanwhile;
    }
    this.#beatAt = Date.now();
    this.#beating = setInterval(() => this.#beat(), this.times.beatMs).unref();
    try {
      await this.on.taken(id);
    } catch (error) {
      this.release();
      throw error;
    }
    return undefined;
  }

  /** Leaves nothing of a lock that it could not write: others would wait for it. */
  #write(file: string): void {
    try {
      writeFileSync(file, JSON.stringify(this.owner), { flag: "wx", mode: 0o600 });
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
  }

  /** Shows that this process lives; false where its lock is gone. */
  #beat(): boolean {
    if (this.#id === undefined) return false;
    const file = this.folder.file(this.#nameOf(this.#id));
    try {
      const isLate = Date.now() - this.#beatAt >= this.times.beatMs / 2;
      if (!isLate) return statSync(file, { throwIfNoEntry: false }) !== undefined;
      const now = new Date();
      utimesSync(file, now, now);
      this.#beatAt = now.getTime();
      return true;
    } catch (error) {
      // A disk that does not answer for a moment takes no lock away.
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

/** Who has a lock; undefined where it does not say so. */
function ownerIn(path: string): LockOwner | undefined {
  try {
    return lockOwner.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}
