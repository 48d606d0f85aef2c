/** The URNs of `--target`, `--exclude` or `--replace`; `*` stands for a part of a URN, `**` for several. */
export class Targets {
  readonly #urns: Set<string>;
  readonly #patterns: readonly RegExp[];

  constructor(readonly words: readonly string[]) {
    this.#urns = new Set(words.filter((word) => !word.includes("*")));
    this.#patterns = words.filter((word) => word.includes("*")).map(patternOf);
  }

  /** False where everything is meant. */
  isConstrained(): boolean {
    return this.#urns.size > 0 || this.#patterns.length > 0;
  }

  contains(urn: string): boolean {
    if (!this.isConstrained()) return true;
    return this.#urns.has(urn) || this.#patterns.some((pattern) => pattern.test(urn));
  }

  urns(): string[] {
    return [...this.#urns];
  }

  /** Has no effect where everything is meant. */
  add(urn: string): void {
    if (this.isConstrained()) this.#urns.add(urn);
  }

  copy(): Targets {
    return new Targets([...this.words, ...this.#urns]);
  }
}

function patternOf(word: string): RegExp {
  const parts = word.split("**").map((part) =>
    part
      .split("*")
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[^:]*"),
  );
  return new RegExp(`^${parts.join(".*")}$`);
}
