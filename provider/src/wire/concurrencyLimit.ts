/** As many requests as are ever under way at once: more than the engine sends by itself. */
const most = 32;
/** Retries that a run may make before anything has gone well. */
const firstRetries = 20;
/** Further retries that each good answer earns. */
const earned = 0.1;

/**
 * How hard a client presses on the platform. A 429 halves the number of requests under way, good answers
 * bring it back one by one; and all requests of a run share one budget of retries, so that a platform in
 * trouble is not pressed by every request on its own.
 */
export class ConcurrencyLimit {
  #limit = most;
  #underWay = 0;
  #retries = firstRetries;
  readonly #waiting: (() => void)[] = [];

  /** Sends one request when its turn has come. */
  async run<Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> {
    while (this.#underWay >= Math.floor(this.#limit)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#underWay++;
    try {
      const answer = await send();
      if (answer.status === 429) this.#limit = Math.max(1, this.#underWay / 2);
      else if (answer.status < 500) this.#well();
      return answer;
    } finally {
      this.#underWay--;
      const free = Math.floor(this.#limit) - this.#underWay;
      for (const next of this.#waiting.splice(0, Math.max(0, free))) next();
    }
  }

  /** Takes a retry out of the budget of this run; false when there is none left. */
  mayRetry(): boolean {
    if (this.#retries < 1) return false;
    this.#retries--;
    return true;
  }

  #well(): void {
    this.#limit = Math.min(most, this.#limit + 1 / this.#limit);
    this.#retries = Math.min(firstRetries, this.#retries + earned);
  }
}
