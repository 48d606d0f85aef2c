import { verbsOf } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import { canRead } from "../definition/verbs";
import { nounOf } from "../report/messages/messageParts";
import * as messages from "../report/messages/index";
import type { Settings } from "../settings/index";
import { youngAgeMs } from "../state/youngWrite";
import { pause } from "../process/stopping";
import { hasCode } from "../messages/errors";
import type { Context, Lines } from "./context";
import { steadyNow } from "../process/steadyClock";

export interface WriteResult extends Pick<Lines, "warnings"> {
  state: Values;
}

/** Whether reads show the object, so that they can also be late to show it. */
export const isWatched = (
  resource: ObjectResource,
  { operations, visibilityDelaySeconds }: Settings,
): boolean => visibilityDelaySeconds > 0 && canRead(verbsOf(resource, operations));

const firstPauseMs = 250;
const slowestPauseMs = 4_000;

/** Runs a call for an object of the state, and repeats it while the instance does not show yet what Pulumi wrote. */
export function whenShown<Result>(
  { resource, id, state }: { resource: ObjectResource; id: string; state: Values },
  { settings, instance, journal }: Context,
  call: () => Promise<Result>,
): Promise<Result> {
  const end = steadyNow() + settings.writeDeadlineSeconds * 1000;
  const attempt = async (pauseMs: number): Promise<Result> => {
    try {
      return await call();
    } catch (error) {
      if (settings.confirmAbsent.includes(id) || !hasCode(error, "not_found")) throw error;
      // Later, it is absent.
      const ageMs = youngAgeMs(state, settings);
      if (ageMs === undefined) throw error;
      if (steadyNow() > end) throw messages.notShownInTime(resource, id, state, ageMs, error);
      const again = pause(pauseMs, journal.leaving, () => error).then(() =>
        attempt(Math.min(pauseMs * 2, slowestPauseMs)),
      );
      if (pauseMs > firstPauseMs) return again;
      const about = `${nounOf(resource, state)} (id ${id})`;
      return instance.whileWaiting(messages.waitsForShown, about, again);
    }
  };
  return attempt(firstPauseMs);
}
