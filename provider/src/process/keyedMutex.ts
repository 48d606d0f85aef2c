/** Runs work with the same key one after the other. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** `isFirst` is true for the first work with a key. */
  runExclusive<Result>(key: string, work: (isFirst: boolean) => Promise<Result>): Promise<Result> {
    const next = () => work(false);
    const result = this.#last.get(key)?.then(next, next) ?? work(true);
    this.#last.set(key, result);
    return result;
  }
}
