/**
 * A clock that runs faster than time does, so that nobody waits for the deadlines of a provider. All machines of
 * a test share it; a machine can be wrong about it.
 */
export class Clock {
  readonly #realStart = Date.now();
  readonly #monotonicStart = performance.now();

  constructor(
    /** How many times faster it runs. */
    readonly factor = 1,
  ) {}

  now(): number {
    return this.ofReal(this.#realStart + (performance.now() - this.#monotonicStart));
  }

  /** Milliseconds since any moment, whatever a machine believes. */
  monotonic(): number {
    return (performance.now() - this.#monotonicStart) * this.factor;
  }

  /** How long something really takes that takes so long by this clock. */
  realMs(ms: number): number {
    return ms / this.factor;
  }

  ofReal(ms: number): number {
    return this.#realStart + (ms - this.#realStart) * this.factor;
  }

  toReal(ms: number): number {
    return this.#realStart + (ms - this.#realStart) / this.factor;
  }
}
