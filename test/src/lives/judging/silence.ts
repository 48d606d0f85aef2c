import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { announcedMs } from "../../engine/stacks/announcedWait";

/** A busy machine holds every process up for so long, by the clock on the wall. */
const slackMs = 400;
const schedule = "/proc/self/schedstat";

/** How long this process waited so far, without the time in which it was ready and Linux gave it no processor. */
function waitedMs(): number {
  const { idle } = performance.eventLoopUtilization();
  if (process.platform !== "linux") return idle;
  const [, delayedNs] = readFileSync(schedule, "utf8").split(" ");
  return idle - Number(delayedNs) / 1e6;
}

/** The longest time in which a person sees nothing new and does not know why. Only waiting counts: work is slower on a busy machine. */
export class Silence {
  #last = waitedMs();
  #longestMs = 0;
  /** Until when a person knows why nothing happens, in idle time. */
  #known = 0;
  /** When the lines about waits began that follow each other. */
  #waitingFrom = 0;

  /** `factor` is how many times faster the clock runs that counts. */
  constructor(readonly factor: number) {}

  /** Begins a command. */
  begin(): void {
    this.skip();
    this.#longestMs = this.#known = 0;
  }

  /** The processes were stopped until now: that is no waiting. */
  skip(): void {
    this.#last = waitedMs();
  }

  /** A person sees something new. */
  broken(line = ""): void {
    const now = waitedMs();
    const from = Math.max(this.#last, this.#known);
    this.#longestMs = Math.max(this.#longestMs, (now - from - slackMs) * this.factor);
    this.#note(line, now);
    this.#last = now;
  }

  /**
   * The next line about a wait comes after twice the age of all waits that follow each other. A line has the age of the
   * oldest, which can be younger.
   */
  #note(line: string, now: number): void {
    const announced = announcedMs(line) / this.factor;
    if (announced === 0) return;
    // A search begins now, and names its end.
    const from = line.includes("for up to") ? now : now - announced;
    const goesOn = this.#known > 0 && now <= this.#known + slackMs;
    this.#waitingFrom = goesOn ? Math.min(this.#waitingFrom, from) : from;
    this.#known = Math.max(this.#known, now + announced, 2 * now - this.#waitingFrom);
  }

  /** Ends a command: gives the longest silence in it. */
  end(): number {
    this.broken();
    return this.#longestMs;
  }
}
