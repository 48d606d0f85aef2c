import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { orUndefined } from "../definition/orUndefined";
import { longWaitMs } from "../platform/longWaits";
import { lockLost, stillLocked, waitsForLock } from "../stores/journalFailures";
import { isAlive, thisProcess } from "../process/processes";
import type { ProcessMark } from "../process/processes";
import { pause } from "../process/stopping";
import type { EntryStore, LockRecord, LockStore } from "../stores/stores";
import { steadyNow } from "../process/steadyClock";

export interface LockTimes {
  /** How often a process notes a heartbeat. */
  beatMs: number;
  /** After this time without a heartbeat, a process on another host loses its lock. */
  staleMs: number;
}

const lockOwner: z.ZodType<ProcessMark> = z.object({
  host: z.string(),
  hostname: z.string(),
  pid: z.number(),
  started: z.string(),
  engine: z.string(),
});

/** How a wait for a lock can end early, and where it shows its progress. */
export interface WaitOptions {
  /** Aborted when the engine wants this process to end. */
  leaving?: AbortSignal;
  show?: (line: string) => void;
}

const pollMs = 100;
/** By the clocks of two hosts, a lock is stale at once only after 40 × `staleMs`, because clocks differ by less. */
const longStale = 40;
/** How long a process keeps an unused lock. */
const idleMs = 100;

/** The time of a lock that no store confirmed. */
const never = { steady: 0, wall: 0 };

/** A lock of another process. */
interface OtherLock extends LockRecord {
  owner?: ProcessMark;
  hasEnded: boolean;
}

/**
 * Lets the processes of one engine change the objects of a stack at the same time. A lock names its owner.
 * On the same host, the process id shows at once whether the owner is alive. On another, only changing heartbeats do.
 */
export class StackLock {
  #uses = 0;
  #acquiring?: Promise<void>;
  #id?: string;
  /** When the store last confirmed the lock, by both clocks: one stands still while the machine sleeps. */
  #confirmed = never;
  #renewing?: { id: string; result: Promise<boolean> };
  #beating?: NodeJS.Timeout;
  #idle?: NodeJS.Timeout;
  /** The last heartbeats of others, and when this process first saw them, because the clocks of hosts differ. */
  readonly #heard = new Map<string, { beat: number | string; at: number }>();

  constructor(
    readonly locks: LockStore,
    readonly entries: Pick<EntryStore, "begin" | "end">,
    readonly owner: ProcessMark = thisProcess(),
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
      if (this.#uses === 1) this.#acquiring = undefined;
      await (this.#acquiring ??= this.#acquire(patienceMs, waiting));
      return await work();
    } catch (error) {
      if (this.#id === undefined) this.#acquiring = undefined;
      throw error;
    } finally {
      this.#uses--;
      if (this.#uses === 0) this.#idle = setTimeout(() => void this.release(), idleMs).unref();
    }
  }

  /** Whether this process still has its lock. A process that hung can lose the lock without noticing. */
  isHeld(): Promise<boolean> {
    const { steady, wall } = this.#confirmed;
    const passedMs = Math.max(steadyNow() - steady, Date.now() - wall);
    if (this.#id === undefined) return Promise.resolve(false);
    return passedMs < this.times.beatMs / 2 ? this.locks.exists(this.#id) : this.#renew(this.#id);
  }

  /** Fails if another process took over the lock. */
  async mustHold(): Promise<void> {
    if (!(await this.isHeld())) throw lockLost();
  }

  /** Releases the lock unless some work needs it. */
  async releaseUnused(): Promise<void> {
    if (this.#uses === 0) await this.release();
  }

  /** Works at once where the store does, also when the process ends. */
  release(): Promise<void> {
    this.#acquiring = undefined;
    return this.#drop();
  }

  /** Those of these locks of other processes that are alive. Removes the locks of ended processes. */
  liveAmong(records: readonly LockRecord[]): OtherLock[] {
    return records
      .filter(({ id }) => id !== this.#id)
      .flatMap((record) => {
        const other = this.#otherLock(record);
        if (!other.hasEnded) return [other];
        this.locks.remove(record.id, record.beat).catch(ignored);
        return [];
      });
  }

  /** The owners of the locks of other processes that work. Waits until each of another host renews its lock or has lost it. */
  async workingOwners(): Promise<(ProcessMark | undefined)[]> {
    const first = new Map<string, LockRecord["beat"]>();
    const isSeen = ({ id, beat, owner }: OtherLock) =>
      owner?.host === this.owner.host || (first.get(id) ?? beat) !== beat;
    for (;;) {
      const others = this.liveAmong(await this.locks.list());
      if (others.every(isSeen)) return others.map(({ owner }) => owner);
      for (const { id, beat } of others) if (!first.has(id)) first.set(id, beat);
      await sleep(this.times.beatMs / 10);
    }
  }

  /** The locks of other processes, and whether these processes have ended. */
  async locksOfOthers(): Promise<OtherLock[]> {
    return (await this.locks.list()).map((record) => this.#otherLock(record));
  }

  #otherLock(record: LockRecord): OtherLock {
    // Undefined if the text does not name the owner.
    const owner = orUndefined(() => lockOwner.parse(JSON.parse(record.text)));
    return { ...record, owner, hasEnded: this.#hasEnded(record, owner) };
  }

  async #drop(): Promise<void> {
    clearTimeout(this.#idle);
    clearInterval(this.#beating);
    const id = this.#id;
    this.#id = undefined;
    if (id === undefined) return;
    // The work is done. If this fails, the next process finds out that this lock has ended.
    const removing = this.locks.remove(id).catch(ignored);
    this.entries.end();
    await removing;
  }

  async #acquire(patienceMs: number, { leaving, show }: WaitOptions): Promise<void> {
    if (await this.isHeld()) return;
    // If the lock was lost, its last user has ended.
    await this.#drop();
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
      await pause(pollMs * (0.5 + Math.random()), leaving);
    }
  }

  /** Acquires the lock, or returns the lock of another process. */
  async #tryToAcquire(): Promise<{ owner?: ProcessMark } | undefined> {
    const lockedElsewhere = async () =>
      this.liveAmong(await this.locks.list()).find(
        ({ owner }) => owner?.host !== this.owner.host || owner.engine !== this.owner.engine,
      );
    const before = await lockedElsewhere();
    if (before !== undefined) return before;
    const id = randomUUID();
    const from = now();
    await this.locks.create(id, JSON.stringify(this.owner));
    this.#id = id;
    try {
      // Each process writes its lock before it looks for others, so at least one of two sees the other.
      const meanwhile = await lockedElsewhere();
      if (meanwhile !== undefined) {
        this.#id = undefined;
        await this.locks.remove(id);
        return meanwhile;
      }
      this.#confirmed = from;
      const beat = () => void this.#renew(id).catch(ignored);
      this.#beating = setInterval(beat, this.times.beatMs).unref();
      await this.entries.begin(id);
    } catch (error) {
      await this.release();
      throw error;
    }
    return undefined;
  }

  /** Notes a heartbeat; false if the lock was removed. */
  #renew(id: string): Promise<boolean> {
    if (this.#renewing?.id === id) return this.#renewing.result;
    const from = now();
    const result = this.locks
      .renew(id)
      .then((isThere) => {
        if (id === this.#id) this.#confirmed = isThere ? from : never;
        return isThere;
      })
      .finally(() => {
        if (this.#renewing?.result === result) this.#renewing = undefined;
      });
    this.#renewing = { id, result };
    return result;
  }

  #hasEnded({ id, beat, ageMs }: LockRecord, owner: ProcessMark | undefined): boolean {
    if (owner?.host === this.owner.host) return !isAlive(owner);
    const { staleMs } = this.times;
    if (ageMs > staleMs * (this.locks.hasOneClock ? 1 : longStale)) return true;
    const at = steadyNow();
    const heard = this.#heard.get(id);
    if (heard?.beat !== beat) this.#heard.set(id, { beat, at });
    return heard?.beat === beat && heard.at <= at - staleMs;
  }
}

const now = () => ({ steady: steadyNow(), wall: Date.now() });
const ignored = () => undefined;
