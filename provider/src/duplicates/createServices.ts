import { Journal } from "../journal/journal";
import type { JournalEntry } from "../journal/journal";
import { hasCode } from "../messages/errors";
import type { Instance } from "../platform/instance";
import { longWaitMs } from "../platform/longWaits";
import { KeyedMutex } from "../process/keyedMutex";
import * as messages from "../report/messages/index";
import type { Settings } from "../settings/index";
import { contentOfInputs, hashOfNaturalKey } from "../state/likeness";
import { skipsCheckpoints } from "../stores/journalFailures";
import type { ObjectCreate, Requested } from "./objectCreate";
import type { Ownership } from "./ownership";
import { StoredResources } from "./storedResources";

/** What one instance and one process know, for the facts about creates. */
export class CreateServices {
  readonly journal: Journal;
  readonly stored: StoredResources;
  /** The creates of earlier runs, by type. Read once, or each of many creates would read those of this process, too. */
  readonly #earlier = new Map<string, readonly JournalEntry[]>();
  /** When the searches end that people know of. */
  #announcedUntil = 0;

  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
    leaving?: AbortSignal,
    readonly mutex = new KeyedMutex(),
  ) {
    this.journal = new Journal(settings, leaving, instance.reporter.show);
    this.stored = new StoredResources(this.journal, ownership, settings);
  }

  /** The creates of this content or natural key by earlier runs. */
  earlierCreates({ resource, inputs, identity }: ObjectCreate): readonly JournalEntry[] {
    const known =
      this.#earlier.get(resource.name) ?? this.journal.createsOf(resource.name, identity);
    if (identity !== undefined) this.#earlier.set(resource.name, known);
    if (known.length === 0) return known;
    const content = contentOfInputs(resource, inputs);
    const naturalKey = hashOfNaturalKey(resource, inputs);
    return known.filter((one) => one.content === content || one.naturalKey === naturalKey);
  }

  /**
   * Writes the result of a request to the journal. If that fails, people read a warning, and the engine still stores the
   * state. Without checkpoints, it stores it only at the end, so this fails with the id.
   */
  async noteResult(
    { resource, inputs, identity }: Requested,
    entry: Omit<JournalEntry, "phase">,
  ): Promise<string | undefined> {
    try {
      await this.journal.note(identity, { ...entry, phase: "done" });
      return undefined;
    } catch (error) {
      if (!hasCode(error, "journal_unusable")) throw error;
      if (skipsCheckpoints()) throw messages.resultNotNoted(resource, inputs, entry.id, error);
      return messages.resultOnlyInState(resource, inputs, entry.id, error);
    }
  }

  /** Shows that this process searches for the results of requests, unless people know it of another search. */
  announceSearch(until: number, line: string): void {
    if (until < this.#announcedUntil + longWaitMs) return;
    this.#announcedUntil = until;
    this.instance.reporter.show(line);
  }
}
