/** The largest number of parallel requests: more than the engine sends. */
const maxUnderWay = 32;
/** The retries that a run has before its first success. */
const firstRetries = 20;
/** The additional retries for each success. */
const retriesPerSuccess = 0.1;

/**
 * Limits the parallel requests and the retries of a client. A 429 halves the number of parallel requests. Successes
 * restore it step by step. All requests of a run share one budget of retries, to protect an overloaded platform.
 */
export class ConcurrencyLimit {
  #limit = maxUnderWay;
  #underWay = 0;
  #retries = firstRetries;
  readonly #waiting: (() => void)[] = [];

  /** Sends one request when the limit allows it. */
  async run<Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> {
    while (this.#underWay >= Math.floor(this.#limit)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#underWay++;
    try {
      const answer = await send();
      if (answer.status === 429) this.#limit = Math.max(1, this.#underWay / 2);
      else if (answer.status < 500) this.#noteSuccess();
      return answer;
    } finally {
      this.#underWay--;
      const free = Math.floor(this.#limit) - this.#underWay;
      for (const next of this.#waiting.splice(0, Math.max(0, free))) next();
    }
  }

  /** Takes one retry from the budget of this run; false if the budget is empty. */
  mayRetry(): boolean {
    if (this.#retries < 1) return false;
    this.#retries--;
    return true;
  }

  #noteSuccess(): void {
    this.#limit = Math.min(maxUnderWay, this.#limit + 1 / this.#limit);
    this.#retries = Math.min(firstRetries, this.#retries + retriesPerSuccess);
  }
}
