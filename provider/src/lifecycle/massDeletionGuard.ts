import type { Resource } from "../definition/resource";
import type { Reading } from "../definition/verbs";
import { hasCode } from "../wire/errors";

/**
 * How many times in a row, with this pause, no further read may have begun before what was read so far is judged.
 * More while nothing was shown: on a busy machine the first read can end before the engine asks for the second, and
 * one alone would be called gone. Pauses are counted, as a process that was not run at all sees one long one.
 */
const pauseMs = 50;
const pauses = { shown: 4, nothingShown: 20 };

/** An object, and how it is read. */
interface Known {
  resource: Resource;
  id: string;
  /** It was deleted on purpose: its absence says nothing about the others. */
  isDeleted: boolean;
  read: () => Promise<Reading | undefined>;
}

/**
 * Keeps count of what one refresh finds and misses. When most of what a program manages is gone at once, a
 * token that sees less or another instance is likelier than as many deletes.
 */
export class MassDeletionGuard {
  #begun = 0;
  #ended = 0;
  readonly #present = new Map<string, Known>();
  readonly #absent = new Set<string>();

  /**
   * Reads an object and counts it. What its first look misses counts for the others at once, as they may be judged
   * while it is looked for again; also what a list that proves nothing lacks.
   */
  async counting(known: Known): Promise<Reading | undefined> {
    const object = `${known.resource.name} ${known.id}`;
    this.#begun++;
    try {
      const reading = await known.read();
      if (reading?.found === "present") {
        this.#absent.delete(object);
        this.#present.set(object, known);
      } else if (reading !== undefined) this.#miss(known, object);
      return reading;
    } catch (error) {
      if (hasCode(error, "not_found")) this.#miss(known, object);
      throw error;
    } finally {
      this.#ended++;
    }
  }

  #miss({ isDeleted }: Known, object: string): void {
    this.#present.delete(object);
    if (!isDeleted) this.#absent.add(object);
  }

  /** Waits for the parallel reads. */
  async quiet(): Promise<void> {
    let begun = this.#begun;
    for (let calm = 0; calm < pauses[this.#present.size > 0 ? "shown" : "nothingShown"];) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      calm = begun === this.#begun && begun === this.#ended ? calm + 1 : 0;
      begun = this.#begun;
    }
  }

  /**
   * Why it may be another instance that answers by now: it does not show an object that was there, best of the
   * same kind, whose list is read anyway, else the first kind by name. Asked between two looks, this finds any run of wrong answers.
   */
  async reasonForSuspicion(
    { name }: Resource,
    wasDeleted: (resource: Resource, id: string) => boolean,
  ): Promise<string | undefined> {
    const shown = [...this.#present.values()]
      .filter(({ resource, id }) => !wasDeleted(resource, id))
      .sort((a, b) => (a.resource.name < b.resource.name ? -1 : 1));
    const known = shown.findLast(({ resource }) => resource.name === name) ?? shown[0];
    if (known === undefined || (await known.read())?.found === "present") return undefined;
    return `${known.resource.noun} ${known.id}, which was there a moment before, was not shown either`;
  }

  /** Why the absence proves nothing; undefined if it does. Waits for the parallel reads. */
  async reasonForDoubt(): Promise<string | undefined> {
    await this.quiet();
    const gone = this.#absent.size;
    const read = gone + this.#present.size;
    return gone >= 2 && gone > this.#present.size
      ? `${gone} of the ${read} objects that were read are missing at once, which also happens with a weaker token or another instance`
      : undefined;
  }
}
