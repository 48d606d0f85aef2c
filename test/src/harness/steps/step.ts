import type { Difference } from "../sessions/session";
import type { Registration } from "./registration";
import type { ResourceState } from "../states/state";

/** What is done to one resource, as the engine's own words have it. */
export interface Step {
  op:
    | "same"
    | "create"
    | "create-replacement"
    | "update"
    | "replace"
    | "delete"
    | "delete-replaced"
    | "remove-pending-replace"
    | "refresh"
    | "import"
    | "import-replacement";
  /** The resource before the step. */
  old?: ResourceState;
  /** The resource after the step; undefined where there is none then. */
  state?: ResourceState;
  /** The resource that the step is about. */
  res: ResourceState;
  /** A step that is one of several for a replacement is not counted. */
  isLogical: boolean;
  /** The create of a resource that is not among the targets. */
  isSkippedCreate?: boolean;
  /** Whether the result is written at once; of a refresh while the program runs. */
  isPersisted?: boolean;
  /** Not counted. */
  isInternal?: boolean;
  /** What a refresh found: counted instead of it. */
  result?: "same" | "update" | "delete";
  detailed?: Difference["detailed"];
  registration?: Registration;
  /** Returns what is done after the result is written. */
  apply: () => Promise<(() => void) | undefined>;
}
