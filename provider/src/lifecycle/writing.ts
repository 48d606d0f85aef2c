import { setTimeout as sleep } from "node:timers/promises";
import { verbsOf } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import { canRead } from "../definition/verbs";
import type { OnceRequest } from "../once/actionRuns";
import { nounOf } from "../report/messageParts";
import * as messages from "../report/messages";
import type { Line } from "../report/notices";
import type { Settings } from "../settings/index";
import type { State } from "../state/instanceIdentity";
import { youngAgeMs } from "../state/youngWrite";
import { hasCode } from "../wire/errors";
import type { PlatformError } from "../wire/errors";
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

interface YoungObject {
  resource: ObjectResource;
  id: string;
  state: State;
}

const firstPauseMs = 250;
const slowestPauseMs = 4_000;

/**
 * Runs a call for an object of the state. If the instance does not show yet what Pulumi wrote, it answers 404, and the
 * call is repeated for a while.
 */
export async function whenShown<Result>(
  young: YoungObject,
  context: Context,
  call: () => Promise<Result>,
): Promise<Result> {
  const { resource, id, state } = young;
  try {
    return await call();
  } catch (error) {
    const isOld = youngAgeMs(state, context.settings) === undefined;
    const isConfirmed = context.settings.confirmAbsent.includes(id);
    if (isOld || isConfirmed || !hasCode(error, "not_found")) throw error;
    const about = `${nounOf(resource, state)} (id ${id})`;
    const again = repeated(young, context, call, error);
    return context.instance.whileWaiting(messages.waitsForShown, about, again);
  }
}

async function repeated<Result>(
  { resource, id, state }: YoungObject,
  { settings, leaving }: Context,
  call: () => Promise<Result>,
  first: PlatformError,
): Promise<Result> {
  const end = Date.now() + settings.writeDeadlineSeconds * 1000;
  let last = first;
  for (
    let pauseMs = firstPauseMs;
    Date.now() < end;
    pauseMs = Math.min(pauseMs * 2, slowestPauseMs)
  ) {
    await sleep(pauseMs, undefined, { signal: leaving }).catch(() => {
      throw last;
    });
    try {
      return await call();
    } catch (error) {
      if (!hasCode(error, "not_found")) throw error;
      last = error;
    }
  }
  throw messages.notShownInTime(resource, id, state, youngAgeMs(state, settings) ?? 0, last);
}
