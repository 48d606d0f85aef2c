/** Work on the same thing is done one after the other, else what came of it could be mixed up. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** `work` is told whether it is the first on that thing. */
  take<Result>(key: string, work: (isFirst: boolean) => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const mine =
      before?.then(
        () => work(false),
        () => work(false),
      ) ?? work(true);
    this.#last.set(key, mine);
    return mine;
  }
}
