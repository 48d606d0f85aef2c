import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import type { Creation } from "../duplicates/creation";
import type { Ownership } from "../duplicates/ownership";
import type { OnceRequest } from "../once/actionRuns";
import type { Line } from "../report/notices";
import type { State } from "../state/instanceIdentity";

/** Everything that the verbs create, update and delete need. */
export interface WriteContext {
  instance: Instance;
  settings: Settings;
  creation: Creation;
  ownership: Ownership;
  /** The engine wants this process to end. */
  leaving: AbortSignal | undefined;
}

/** The result of a create or an update. */
export interface WriteResult {
  state: State;
  warning?: Line;
}

/** The request with everything that it needs to mail or run at most once. */
export function runOf<Request extends Pick<OnceRequest, "resource" | "inputs" | "identity">>(
  { instance, settings, leaving, creation: { journal, mutex } }: WriteContext,
  request: Request,
) {
  return { ...request, instance, settings, leaving, journal, mutex };
}
