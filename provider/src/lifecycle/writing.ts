import { verbsOf } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import { canRead } from "../definition/verbs";
import type { OnceRequest } from "../once/actionRuns";
import type { Line } from "../report/notices";
import type { Settings } from "../settings/index";
import type { State } from "../state/instanceIdentity";
import type { Context } from "./context";

/** The result of a create or an update. */
export interface WriteResult {
  state: State;
  warning?: Line;
}

/** Whether reads show the object, so that they can also be late to show it. */
export const isWatched = (
  resource: ObjectResource,
  { operations, visibilityDelaySeconds }: Settings,
): boolean => visibilityDelaySeconds > 0 && canRead(verbsOf(resource, operations));

/** The request with everything that it needs to mail or run at most once. */
export function runOf<Request extends Pick<OnceRequest, "resource" | "inputs" | "identity">>(
  { instance, settings, leaving, creation: { journal, mutex } }: Context,
  request: Request,
) {
  return { ...request, instance, settings, leaving, journal, mutex };
}
