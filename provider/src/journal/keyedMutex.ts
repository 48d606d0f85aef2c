/** Runs work with the same key one after the other, as its results could be mixed up. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** `work` is told whether it is the first with that key. */
  runExclusive<Result>(key: string, work: (isFirst: boolean) => Promise<Result>): Promise<Result> {
    const next = () => work(false);
    const result = this.#last.get(key)?.then(next, next) ?? work(true);
    this.#last.set(key, result);
    return result;
  }
}
