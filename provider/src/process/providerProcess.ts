import { setMaxListeners } from "node:events";
import { connect } from "node:net";
import { engineAddress } from "./processes";
import { RunMemory } from "./runMemory";
import { stopping } from "./stopping";

const savedWork = new Set<() => Promise<void>>();

/** Notes work for the end of this process. It is done if the engine has saved all answers. */
export const whenSaved = (work: () => Promise<void>): void => void savedWork.add(work);

/**
 * The lifetime of this process. A killed engine leaves its providers behind. Such a provider finishes the running
 * requests, so that their answers reach the journal, then ends.
 */
export class ProviderProcess {
  #underWay = 0;
  readonly #leaving = new AbortController();
  #watching = false;
  #isEnding = false;
  #saved: Promise<unknown> = Promise.resolve();

  /** The messages that the processes of this command have shown. */
  readonly memory = new RunMemory();

  /** Aborts every wait. */
  readonly leaving: AbortSignal = this.#leaving.signal;

  constructor() {
    // Each running wait adds a listener.
    setMaxListeners(0, this.leaving);
  }

  /** Watches the engine over a separate connection. Nothing is sent over it. */
  watch(address: string | undefined): void {
    const [, host, port] = engineAddress.exec(address ?? "") ?? [];
    if (this.#watching || host === undefined) return;
    this.#watching = true;
    const look = () => {
      let refused = false;
      const socket = connect({ host, port: Number(port) });
      socket.unref();
      // The engine sends a greeting. Without reading it, this process would not notice the end of the connection.
      socket.resume();
      socket.on(
        "error",
        (error: NodeJS.ErrnoException) => (refused = error.code === "ECONNREFUSED"),
      );
      // The engine closes idle connections. Only a refused new connection shows that the engine has ended.
      socket.on("close", () => {
        if (refused) this.leave();
        else setTimeout(look, 100).unref();
      });
    };
    look();
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      let isRepeated = false;
      // The listener stays, because a signal without a listener ends the process at once.
      process.on(signal, () => {
        if (isRepeated) process.exit(1);
        isRepeated = true;
        this.leave();
        // The engine sends SIGINT to its providers after it has saved their answers.
        if (signal === "SIGINT") this.#saved = Promise.all([...savedWork].map((work) => work()));
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

  /** Refuses new work. The engine cancels providers that it still asks, and ends them itself. */
  refuse(): void {
    this.#leaving.abort();
  }

  /** Refuses new work, and ends the process after the last running verb. */
  leave(): void {
    this.refuse();
    this.#isEnding = true;
    this.#settle();
  }

  #settle(): void {
    // Leaves time to send the answer of the last verb.
    if (this.#isEnding && this.#underWay === 0)
      setTimeout(() => void this.#saved.then(() => process.exit(0)), 100);
  }
}
