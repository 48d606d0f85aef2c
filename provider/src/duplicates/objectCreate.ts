import type { Values } from "../definition/values";
import { Journal } from "../journal/journal";
import type { JournalEntry } from "../journal/journal";
import { KeyedMutex } from "../journal/keyedMutex";
import type { ObjectSource } from "../objects/list";
import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import { contentOfInputs } from "../state/likeness";
import type { Ownership } from "./ownership";
import { StoredResources } from "./storedResources";

/** The create of one object. */
export interface ObjectCreate extends ObjectSource {
  verbs: ObjectSource["verbs"] & Required<Pick<ObjectSource["verbs"], "create">>;
  inputs: Values;
  identity?: string;
}

export interface CreatedObject {
  id: string;
  outputs?: Values;
  /** The time of the create request, if an earlier run sent it. */
  takenOverFrom?: number;
  warning?: string;
  /** The declared paths that no read shows and no request wrote. */
  notYetWritten?: readonly string[];
}

/** What one instance and one process know, for the facts about creates. */
export class CreateKnowledge {
  readonly journal: Journal;
  readonly stored: StoredResources;
  /** The creates of earlier runs, by type. */
  readonly #earlier = new Map<string, readonly JournalEntry[]>();
  #hasAnnounced = false;

  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
    leaving?: AbortSignal,
    readonly mutex = new KeyedMutex(),
  ) {
    this.journal = new Journal(settings, leaving, undefined, instance.reporter.show);
    this.stored = new StoredResources(this.journal, ownership, settings);
  }

  /**
   * The creates of this content by earlier runs of this stack. Read once, before this process adds its own creates.
   * Otherwise each of many creates would read them all.
   */
  earlierCreates({ resource, inputs, identity }: ObjectCreate): readonly JournalEntry[] {
    const known =
      this.#earlier.get(resource.name) ?? this.journal.createsOf(resource.name, identity);
    if (identity !== undefined) this.#earlier.set(resource.name, known);
    const content = contentOfInputs(resource, inputs);
    return known.filter((one) => one.content === content);
  }

  /** Shows once that this process searches for the result of a request. */
  announceSearch(line: string): void {
    if (!this.#hasAnnounced) this.instance.reporter.show(line);
    this.#hasAnnounced = true;
  }
}
