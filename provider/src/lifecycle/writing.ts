import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import type { Creation } from "../duplicates/creation";
import type { Ownership } from "../duplicates/ownership";
import type { Run } from "../once/actionRuns";
import type { Line } from "../report/notices";
import type { State } from "../state/instanceIdentity";

/** What a process knows and needs to change objects. */
export interface Writing {
  instance: Instance;
  settings: Settings;
  creation: Creation;
  ownership: Ownership;
  /** The engine wants this process to end. */
  leaving: AbortSignal | undefined;
}

/** What a change leaves in the state. */
export interface Written {
  state: State;
  warning?: Line;
}

/** A request that is carried out at most once, where it mails or runs an action. */
export function runOf<Request extends Pick<Run, "resource" | "inputs" | "identity">>(
  { instance, settings, leaving, creation: { journal, mutex } }: Writing,
  request: Request,
) {
  return { ...request, instance, settings, leaving, journal, mutex };
}
