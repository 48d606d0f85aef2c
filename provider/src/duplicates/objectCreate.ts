import type { ObjectResource } from "../definition/object";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Verbs } from "../definition/verbs";
import type { Journal, JournalEntry } from "../journal/journal";
import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import type { StoredResources } from "./storedResources";
import type { Ownership } from "./ownership";

/** The create of one object. */
export interface ObjectCreate {
  resource: ObjectResource;
  verbs: Verbs<Values, Values> & Required<Pick<Verbs<Values, Values>, "create">>;
  inputs: Values;
  identity?: string;
}

/** What one instance and one process know, for the facts about creates. */
export interface CreateKnowledge {
  readonly instance: Instance;
  readonly settings: Settings;
  readonly journal: Journal;
  readonly stored: StoredResources;
  readonly ownership: Ownership;
  /** Whether a person, an earlier run or this run knows that an object is deleted. */
  isGone: (resource: Resource, id: string, identity: string | undefined) => boolean;
  /** The creates of this content by earlier runs of this stack. */
  earlierCreates: (request: ObjectCreate) => readonly JournalEntry[];
  /** Shows once that this process searches for the result of a request. */
  announceSearch: (line: string) => void;
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
