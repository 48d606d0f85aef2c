import type { Resource } from "../definition/resource";
import type { Reading } from "../definition/verbs";
import type { Ownership } from "../duplicates/ownership";
import { hasCode } from "../messages/errors";

/**
 * The reads count as complete after this many pauses without a new read. More pauses are needed while no object was
 * shown. On a busy machine, the first read can end before the second begins, and one missing object alone would count
 * as deleted. Pauses are counted, because a suspended process sees one long pause.
 */
const pauseMs = 50;
const pauses = { shown: 4, nothingShown: 20 };

/** An object, and how it is read. */
interface Counted {
  resource: Resource;
  id: string;
  /** The object was deleted on purpose, so its absence proves nothing about other objects. */
  isDeleted: boolean;
  read: () => Promise<Reading | undefined>;
}

/** Counts what a refresh finds and misses. A weaker token is more likely than that most objects are gone at once. */
export class MassDeletionGuard {
  #begun = 0;
  #ended = 0;
  readonly #present = new Map<string, Counted>();
  readonly #absent = new Set<string>();

  constructor(readonly ownership: Ownership) {}

  /**
   * Reads an object and counts it. A missing object counts after its first read, because other objects may be judged
   * before its second read. An object that an incomplete list lacks also counts.
   */
  async counting(object: Counted): Promise<Reading | undefined> {
    const key = `${object.resource.name} ${object.id}`;
    this.#begun++;
    try {
      const reading = await object.read();
      if (reading?.found === "present") {
        this.#absent.delete(key);
        this.#present.set(key, object);
      } else if (reading !== undefined) this.#miss(object, key);
      return reading;
    } catch (error) {
      if (hasCode(error, "not_found")) this.#miss(object, key);
      throw error;
    } finally {
      this.#ended++;
    }
  }

  #miss({ isDeleted }: Counted, key: string): void {
    this.#present.delete(key);
    if (!isDeleted) this.#absent.add(key);
  }

  async waitForReads(): Promise<void> {
    let begun = this.#begun;
    for (let calm = 0; calm < pauses[this.#present.size > 0 ? "shown" : "nothingShown"];) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      calm = begun === this.#begun && begun === this.#ended ? calm + 1 : 0;
      begun = this.#begun;
    }
  }

  /**
   * Why another instance may answer now: it does not show an object that was there before. One of the same type has its
   * list read anyway. Between the two reads of a missing object, this notices any period of wrong answers.
   */
  async whyInstanceIsSuspect({ name }: Resource): Promise<string | undefined> {
    const shown = [...this.#present.values()]
      .filter(({ resource, id }) => !this.ownership.wasDeleted(resource, id))
      .sort((a, b) => (a.resource.name < b.resource.name ? -1 : 1));
    const other = shown.findLast(({ resource }) => resource.name === name) ?? shown[0];
    if (other === undefined || (await other.read())?.found === "present") return undefined;
    return `${other.resource.noun} ${other.id}, which was there a moment before, was not shown either`;
  }

  /** Why a missing object is no evidence; undefined if it is. Waits for the parallel reads. */
  async whyUnproven(): Promise<string | undefined> {
    await this.waitForReads();
    const gone = this.#absent.size;
    const read = gone + this.#present.size;
    return gone >= 2 && gone > this.#present.size
      ? `${gone} of the ${read} objects that were read are missing at once, which also happens with a weaker token or another instance`
      : undefined;
  }
}
