import { inThisRequest } from "../requestStorage";

/** Shorter waits are not announced. */
export const longWaitMs = 5_000;

/** The line about waits of one kind: their number, and the subject and the age of the oldest. */
export type WaitLine = (waits: { about: string; seconds: number; count: number }) => string;

interface Wait {
  about: string;
  from: number;
  show: (line: string) => void;
}

/**
 * Shows one line for all waits of one kind when the oldest of them is long. Each further line comes after twice the
 * time, so hundreds of slow requests cause only a few lines.
 */
export class LongWaits {
  /** The oldest is the first. */
  readonly #underWay = new Set<Wait>();
  /** When the current series of long waits began, and its age at the next line. */
  #announced?: { from: number; nextMs: number };
  #timer?: NodeJS.Timeout;

  constructor(
    readonly line: WaitLine,
    readonly longMs = longWaitMs,
  ) {}

  /** Waits for `work`. */
  async during<Result>(
    about: string,
    show: (line: string) => void,
    work: Promise<Result>,
  ): Promise<Result> {
    // The timer can run in another request, with other secrets and another resource.
    const wait = { about, from: performance.now(), show: inThisRequest(show) };
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
    // The wait of this timer can be over, and timers can fire early.
    if (now - from >= nextMs) {
      const seconds = Math.max(1, Math.round((now - oldest.from) / 1000));
      oldest.show(this.line({ about: oldest.about, seconds, count: this.#underWay.size }));
      // A suspended process does not show the missed lines later.
      this.#announced = { from, nextMs: Math.max(nextMs, now - from) * 2 };
    }
    this.#plan();
  }
}

/** The line about a series of short calls: how many ended, and the age of the first. */
export type SeriesLine = (series: { count: number; seconds: number }) => string;

/** Shows a line while many short calls take long together. Each further line comes after twice the time. */
export class LongSeries {
  #from = 0;
  #last = Number.NEGATIVE_INFINITY;
  #nextMs = 0;
  #count = 0;

  constructor(
    readonly line: SeriesLine,
    readonly longMs = longWaitMs,
  ) {}

  /** Notes that a call ended. After a pause, a new series begins. */
  note(show: (line: string) => void): void {
    const now = performance.now();
    if (now - this.#last > this.longMs) {
      [this.#from, this.#nextMs, this.#count] = [now, this.longMs, 0];
    }
    this.#last = now;
    this.#count++;
    const age = now - this.#from;
    if (age < this.#nextMs) return;
    show(this.line({ count: this.#count, seconds: Math.max(1, Math.round(age / 1000)) }));
    this.#nextMs = age * 2;
  }
}

/** The line about an instance that does not answer. */
export const slowAnswers =
  (host: () => string): WaitLine =>
  ({ about, seconds, count }) =>
    count === 1
      ? `Waiting for ${host()} to answer (${about}), for ${seconds} s so far.`
      : `Waiting for ${host()} to answer ${count} requests, the first for ${seconds} s (${about}).`;

/** The line about a list of many pages. */
export const pagesRead =
  (operation: string): SeriesLine =>
  ({ count, seconds }) =>
    `Waiting for the end of a long list (${operation}): ${count} pages so far, for ${seconds} s.`;
