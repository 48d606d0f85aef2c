import { setTimeout as sleep } from "node:timers/promises";
import { LongWaits } from "../platform/longWaits";
import { waitsForEngine } from "../report/messages/index";
import { steadyNow } from "../process/steadyClock";

/** The engine reports existing resources while it creates others. After a pause of this length, it has reported all. */
const quietMs = 2_000;
const longestWaitMs = 10_000;
const pauseMs = 50;

/** Waits until this process has learned of no new resource or object for a while. */
export class QuietPeriod {
  /** The reports of the engine that wait for a slow journal. */
  #delayed = 0;
  readonly #waits = new LongWaits(waitsForEngine);
  #last = steadyNow();
  #lastFromEngine = steadyNow();

  constructor(readonly show: (line: string) => void) {}

  noteEngine(): void {
    this.#last = this.#lastFromEngine = steadyNow();
  }

  /** This process created, took over or deleted an object. */
  noteOwnWork(): void {
    this.#last = steadyNow();
  }

  /** Waits for something before a report of the engine is noted. */
  async holding(waiting: Promise<void>): Promise<void> {
    const from = steadyNow();
    this.#delayed++;
    try {
      await waiting;
    } finally {
      this.#delayed--;
      if (steadyNow() > from + pauseMs) this.noteEngine();
    }
  }

  /** Whether the engine has reported nothing for a while. */
  get isOver(): boolean {
    return this.#delayed === 0 && steadyNow() >= this.#last + quietMs;
  }

  /** Waits for a pause in the reports, or until `isEnough`. With `engine`, own work does not prolong the wait. */
  async wait(isEnough: () => boolean, reports: "engine" | "all"): Promise<void> {
    const end = steadyNow() + longestWaitMs;
    const last = () =>
      this.#delayed > 0 ? steadyNow() : reports === "engine" ? this.#lastFromEngine : this.#last;
    const wait = async () => {
      while (!isEnough() && steadyNow() < Math.min(end, last() + quietMs)) await sleep(pauseMs);
    };
    await this.#waits.during("", this.show, wait());
  }
}
