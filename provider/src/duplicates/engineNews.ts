import { setTimeout as sleep } from "node:timers/promises";
import { LongWaits } from "../platform/longWaits";
import { waitsForEngine } from "../report/messages";

/** The engine tells of the resources that exist while it creates others: a pause says that it told of all. */
const quietMs = 2_000;
const longestWaitMs = 10_000;
const pauseMs = 50;

/** When this process last learned of a resource or an object, and waiting until it learns of no more. */
export class EngineNews {
  readonly #waits = new LongWaits(waitsForEngine);
  #last = Date.now();
  #lastFromEngine = Date.now();

  constructor(readonly show: (line: string) => void) {}

  fromEngine(): void {
    this.#last = this.#lastFromEngine = Date.now();
  }

  /** This process created, took over or deleted an object. */
  fromHere(): void {
    this.#last = Date.now();
  }

  /** Waits until there is no news for a while, but no longer than needed. */
  async quiet(isEnough: () => boolean): Promise<void> {
    await this.#until(isEnough, () => this.#last);
  }

  /** The same, where nothing that this process does can be the answer. */
  async engineQuiet(isEnough: () => boolean): Promise<void> {
    await this.#until(isEnough, () => this.#lastFromEngine);
  }

  async #until(isEnough: () => boolean, last: () => number): Promise<void> {
    const end = Date.now() + longestWaitMs;
    const wait = async () => {
      while (!isEnough() && Date.now() < Math.min(end, last() + quietMs)) await sleep(pauseMs);
    };
    await this.#waits.during("", this.show, wait());
  }
}
