import { AsyncLocalStorage } from "node:async_hooks";

/** Shorter waits are not announced. */
export const longWaitMs = 5_000;

/** What people read about waits of one kind: how many there are, what the oldest is about, and its age. */
export type WaitLine = (waits: { about: string; seconds: number; count: number }) => string;

interface Wait {
  about: string;
  from: number;
  show: (line: string) => void;
}

/**
 * Shows one line for all waits of one kind when the oldest of them is long. While there is a long wait, the next
 * line follows after twice the time, so that hundreds of slow requests are still only a few lines.
 */
export class LongWaits {
  /** The oldest is the first. */
  readonly #underWay = new Set<Wait>();
  /** Since when there is always a long wait, and how old that is at the next line. */
  #announced?: { from: number; nextMs: number };
  #timer?: NodeJS.Timeout;

  constructor(
    readonly line: WaitLine,
    readonly longMs = longWaitMs,
  ) {}

  /** Waits for some work. */
  async during<Result>(
    about: string,
    show: (line: string) => void,
    work: Promise<Result>,
  ): Promise<Result> {
    // The timer may belong to another request, whose secrets and whose resource are not those of this one.
    const wait = { about, from: performance.now(), show: AsyncLocalStorage.bind(show) };
    this.#underWay.add(wait);
    if (this.#timer === undefined) this.#plan();
    try {
      return await work;
    } finally {
      this.#underWay.delete(wait);
      this.#settle();
    }
  }

  #settle(): void {
    const [oldest] = this.#underWay;
    if (oldest !== undefined && (this.#announced === undefined || this.#isLong(oldest))) return;
    clearTimeout(this.#timer);
    this.#timer = this.#announced = undefined;
    this.#plan();
  }

  #isLong({ from }: Wait): boolean {
    return performance.now() - from >= this.longMs;
  }

  #plan(): void {
    const [oldest] = this.#underWay;
    if (oldest === undefined) return;
    const { from, nextMs } = this.#announced ?? { from: oldest.from, nextMs: this.longMs };
    const left = from + nextMs - performance.now();
    this.#timer = setTimeout(() => this.#look(), Math.max(1, left)).unref();
  }

  #look(): void {
    this.#timer = undefined;
    const [oldest] = this.#underWay;
    if (oldest === undefined) return;
    const { from, nextMs } = this.#announced ?? { from: oldest.from, nextMs: this.longMs };
    const now = performance.now();
    // The wait for which the timer was set may be over, and timers can be early.
    if (now - from >= nextMs) {
      const seconds = Math.max(1, Math.round((now - oldest.from) / 1000));
      oldest.show(this.line({ about: oldest.about, seconds, count: this.#underWay.size }));
      // A process that was stopped for a while does not make up for the lines that it missed.
      this.#announced = { from, nextMs: Math.max(nextMs, now - from) * 2 };
    }
    this.#plan();
  }
}

/** Why nothing happens while an instance does not answer. */
export const slowAnswers =
  (host: () => string): WaitLine =>
  ({ about, seconds, count }) =>
    count === 1
      ? `Waiting for ${host()} to answer (${about}), for ${seconds} s so far.`
      : `Waiting for ${host()} to answer ${count} requests, the first for ${seconds} s (${about}).`;
