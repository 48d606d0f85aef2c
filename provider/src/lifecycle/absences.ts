/** How long no further read may begin before what was read so far is judged. */
const quietMs = 50;

/**
 * Keeps count of what one refresh finds and misses. When most of what a program manages is gone at once, a
 * token that sees less or another instance is likelier than as many deletes.
 */
export class Absences {
  #begun = 0;
  #ended = 0;
  #present = 0;
  readonly #absent = new Set<string>();

  /** Runs a read and counts it. */
  async counting<Found>(
    read: () => Promise<Found>,
    isPresent: (found: Found) => boolean,
  ): Promise<Found> {
    this.#begun++;
    try {
      const found = await read();
      if (isPresent(found)) this.#present++;
      return found;
    } finally {
      this.#ended++;
    }
  }

  /** Waits for the parallel reads. */
  async quiet(): Promise<void> {
    for (let begun = -1; begun !== this.#begun || this.#ended !== this.#begun;) {
      begun = this.#begun;
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
  }

  /** Why the absence proves nothing; undefined if it does. Waits for the parallel reads. */
  async reasonForDoubt(object: string): Promise<string | undefined> {
    this.#absent.add(object);
    await this.quiet();
    const gone = this.#absent.size;
    return gone >= 2 && gone > this.#present
      ? `${gone} of the ${gone + this.#present} objects that were read are missing at once, which also happens with a weaker token or another instance`
      : undefined;
  }
}
