interface Call<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Calls of a store. Those that come while others are under way leave together, so that many calls need few statements. */
export class Batch<Item, Result> {
  #waiting: Call<Item, Result>[] = [];
  #running = 0;

  constructor(
    /** The results in the order of the items. */
    readonly run: (items: readonly Item[]) => Promise<readonly Result[]>,
    /** More at once would only wait for each other. */
    readonly mostAtOnce = 2,
  ) {}

  call(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    if (this.#running === this.mostAtOnce || this.#waiting.length === 0) return;
    const calls = this.#waiting.splice(0);
    this.#running++;
    try {
      const results = await this.run(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
    this.#running--;
    void this.#next();
  }
}
