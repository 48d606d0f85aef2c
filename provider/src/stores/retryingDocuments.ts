import { setTimeout as sleep } from "node:timers/promises";
import { PlatformError } from "../messages/errors";
import { steadyNow } from "../process/steadyClock";
import type { Document, DocumentStore, ListedDocument, NewDocument, Written } from "./documents";
import { unusableStore } from "./journalFailures";

/** A store without any patience. */
export interface StoreWithoutRetries extends DocumentStore {
  /** Whether the failure of a call can pass: the store did not answer, or has no time now. */
  isPassing(error: unknown): boolean;
}

const firstPauseMs = 200;
const slowestPauseMs = 4_000;
/** A store that never answered has a wrong address more often than a fault. */
const firstPatienceMs = 10_000;

/** Repeats the calls of a store while it does not answer. */
export class RetryingDocuments implements DocumentStore {
  #hasAnswered = false;

  constructor(
    readonly store: StoreWithoutRetries,
    readonly patienceMs: number,
  ) {}

  get address(): string {
    return this.store.address;
  }

  list(prefix: string): Promise<ListedDocument[]> {
    return this.#persist(() => this.store.list(prefix));
  }

  async read(names: readonly string[]): Promise<Document[]> {
    return names.length === 0 ? [] : this.#persist(() => this.store.read(names));
  }

  write(document: NewDocument): Promise<Written> {
    return this.#persist(async (isAgain) => {
      // The lock can have ended during the pause.
      const { lock } = document;
      if (isAgain && lock !== undefined && (await this.store.read([lock])).length === 0)
        return "unlocked";
      const written = await this.store.write(document);
      if (written !== "changed" || !isAgain) return written;
      // An attempt without an answer can have worked.
      const [found] = await this.store.read([document.name]);
      return found?.mark === document.mark ? { version: found.version } : written;
    });
  }

  remove(...removal: Parameters<DocumentStore["remove"]>): Promise<boolean> {
    return this.#persist(() => this.store.remove(...removal));
  }

  async #persist<Result>(call: (isAgain: boolean) => Promise<Result>): Promise<Result> {
    const from = steadyNow();
    for (let pauseMs = 0; ; pauseMs = Math.min(pauseMs * 2 || firstPauseMs, slowestPauseMs)) {
      if (pauseMs > 0) await sleep(pauseMs * (0.5 + Math.random()));
      try {
        const result = await call(pauseMs > 0);
        this.#hasAnswered = true;
        return result;
      } catch (error) {
        if (error instanceof PlatformError) throw error;
        const most = this.#hasAnswered ? this.patienceMs : firstPatienceMs;
        const isOver = steadyNow() > from + Math.min(most, this.patienceMs);
        if (isOver || !this.store.isPassing(error)) throw unusableStore(error, this.address);
      }
    }
  }
}
