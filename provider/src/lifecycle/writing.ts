import type { OnceRequest } from "../once/actionRuns";
import type { Line } from "../report/notices";
import type { State } from "../state/instanceIdentity";
import type { Context } from "./context";

/** The result of a create or an update. */
export interface WriteResult {
  state: State;
  warning?: Line;
}

/** The request with everything that it needs to mail or run at most once. */
export function runOf<Request extends Pick<OnceRequest, "resource" | "inputs" | "identity">>(
  { instance, settings, leaving, creation: { journal, mutex } }: Context,
  request: Request,
) {
  return { ...request, instance, settings, leaving, journal, mutex };
}
