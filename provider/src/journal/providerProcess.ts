import { setMaxListeners } from "node:events";
import { connect } from "node:net";
import { stopping } from "./lockMessages";
import { engineAddress } from "./processes";
import { RunMemory } from "./runMemory";

/**
 * What this process is to the engine that started it. An engine that is killed leaves its providers behind:
 * such a process finishes what is under way, so that its answers reach the journal, and ends.
 */
export class ProviderProcess {
  #underWay = 0;
  readonly #leaving = new AbortController();
  #watching = false;
  #noting = Promise.resolve();

  /** What people were told by the processes of the command that this one serves. */
  readonly memory = new RunMemory();

  /** Ends what only waits. */
  readonly leaving: AbortSignal = this.#leaving.signal;

  constructor() {
    // Each wait under way listens.
    setMaxListeners(0, this.leaving);
  }

  /** Watches the engine by a connection of its own; nothing is ever sent over it. */
  watch(address: string | undefined): void {
    const [, host, port] = engineAddress.exec(address ?? "") ?? [];
    if (this.#watching || host === undefined) return;
    this.#watching = true;
    const look = () => {
      let refused = false;
      const socket = connect({ host, port: Number(port) });
      socket.unref();
      // The engine greets: as long as that is not read, its end is not seen either.
      socket.resume();
      socket.on(
        "error",
        (error: NodeJS.ErrnoException) => (refused = error.code === "ECONNREFUSED"),
      );
      // The engine closes a connection that stays silent: only one that cannot be made again says anything.
      socket.on("close", () => {
        if (refused) this.leave();
        else setTimeout(look, 100).unref();
      });
    };
    look();
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      let isRepeated = false;
      // Stays a listener: a signal ends a process at once when nobody listens to it.
      process.on(signal, () => {
        if (isRepeated) process.exit(1);
        isRepeated = true;
        // So the engine ends its providers, once it has saved what they answered. The start does without this module.
        if (signal === "SIGINT")
          this.#noting = import("./stackJournal.js").then(({ noteSaved }) => noteSaved());
        this.leave();
      });
    }
  }

  /** Runs a verb, unless this process is about to end. */
  async run<Result>(verb: () => Promise<Result>): Promise<Result> {
    if (this.leaving.aborted) throw stopping();
    this.#underWay++;
    try {
      return await verb();
    } finally {
      this.#underWay--;
      this.#settle();
    }
  }

  /** Takes no new work, and ends with the last that is under way. */
  leave(): void {
    this.#leaving.abort();
    this.#settle();
  }

  #settle(): void {
    // A moment for the answer of the verb that ended last.
    if (this.leaving.aborted && this.#underWay === 0)
      setTimeout(() => void this.#noting.then(() => process.exit(0)), 100);
  }
}
