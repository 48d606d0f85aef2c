/** Lets so many do something at a time, in the order in which they come. */
export class Turns {
  #free: number;
  readonly #waiting: ((isTaken: boolean) => void)[] = [];

  constructor(atATime: number) {
    this.#free = atATime;
  }

  /** Waits for a turn; false where the signal comes first. */
  async enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      signal.addEventListener(
        "abort",
        () => {
          const index = this.#waiting.indexOf(resolve);
          if (index >= 0) this.#waiting.splice(index, 1);
          resolve(false);
        },
        { once: true },
      );
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next(true);
  }
}
