import { performance } from "node:perf_hooks";
import type { EventLoopUtilization } from "node:perf_hooks";

/** A busy machine holds every process up for so long, by the clock on the wall. */
const slackMs = 400;

/** The longest time in which a person sees nothing new. Only waiting counts: work is slower on a busy machine. */
export class Silence {
  #last = performance.eventLoopUtilization();
  #longestMs = 0;

  /** `factor` is how many times faster the clock runs that counts. */
  constructor(readonly factor: number) {}

  /** Begins a command. */
  begin(): void {
    this.#last = performance.eventLoopUtilization();
    this.#longestMs = 0;
  }

  /** The processes were stopped until now: that is no waiting. */
  skip(): void {
    this.#last = performance.eventLoopUtilization();
  }

  /** A person sees something new. */
  broken(): void {
    const now: EventLoopUtilization = performance.eventLoopUtilization();
    this.#longestMs = Math.max(
      this.#longestMs,
      (now.idle - this.#last.idle - slackMs) * this.factor,
    );
    this.#last = now;
  }

  /** Ends a command: gives the longest silence in it. */
  end(): number {
    this.broken();
    return this.#longestMs;
  }
}
