import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import { repeatOption } from "../../messages/options";
import type { WaitLine } from "../../platform/longWaits";
import type { Advice } from "../../messages/advice";
import { adviceText, sentence } from "../../messages/adviceText";
import { hasCode, PlatformError } from "../../messages/errors";
import type { Notice } from "../notices";
import { advised, adopting, canAdopt, nameOf, nounOf } from "./messageParts";
import type { Advised } from "../diagnostics";

/** Why the result of an earlier run's request is unknown. */
export const noKnownAnswer = "no answer to an earlier run is known";

const asObject = ({ noun }: Resource, id: string | undefined) =>
  id === undefined ? "" : ` as ${noun} ${id}`;

/** An answered request that could not be journaled: only the state of this run has its result. */
export function resultOnlyInState(
  resource: Resource,
  inputs: Values,
  id: string | undefined,
  { reason }: PlatformError,
): string {
  return `The platform carried out the request for ${nounOf(resource, inputs)}${asObject(resource, id)}. ${sentence(reason)} If this run does not end normally, check the instance before the next one.`;
}

/** The same without checkpoints, where a kill of this run would lose the result. */
export function resultNotNoted(
  resource: Resource,
  inputs: Values,
  id: string | undefined,
  { reason, advice }: PlatformError,
): PlatformError {
  const toManage: Advice =
    id !== undefined && canAdopt(resource) ? [{ to: "manage", steps: [adopting(id)] }] : [];
  return new PlatformError({
    code: "journal_unusable",
    operation: `note what the platform did for ${nounOf(resource, inputs)}`,
    detail: `it carried out the request${asObject(resource, id)}, but: ${reason}`,
    advice: [...advice, ...toManage],
  });
}

/**
 * The platform refused a token of the last update, which the engine uses until the program gives the current one. Only
 * a variable is always current.
 */
export function refusedStoredToken(
  error: unknown,
  note: string,
  variable: string | undefined,
): PlatformError | undefined {
  if (variable === undefined || process.env[variable]) return undefined;
  if (!hasCode(error, "unauthorized", "forbidden")) return undefined;
  const { code, advice } = error;
  const steps: Advice[number]["steps"] = [{ setting: "token", place: variable }];
  return error.rephrased({
    note,
    // A 403 can also mean that the token is valid and its user lacks a grant.
    advice: code === "unauthorized" ? [{ steps }] : [{ when: "changedToken", steps }, ...advice],
  });
}

/** An operation that took longer than its `customTimeouts`. */
export function tookTooLong(operation: string, seconds: number): PlatformError {
  return new PlatformError({
    code: "timed_out",
    operation: `finish the ${operation}`,
    detail: `it took longer than its customTimeouts of ${seconds} s`,
    note: "The platform may still carry it out.",
    advice: [{ to: "check", steps: [{ again: "command" }] }],
  });
}

/** The journal has a run that the state lacks. `isLost`: the journal does not keep its answer. */
export function doneBefore(
  resource: Resource,
  inputs: Values,
  sentAt: number,
  isLost = false,
): Notice {
  const advice: Advice = [repeatOption];
  return {
    ...{ kind: "done before", advice, earlier: "request" },
    first: `${nameOf(resource, inputs)} already ran, at ${new Date(sentAt).toISOString()}, and does not run again.${isLost ? " The outputs of that run are not known." : ""} ${adviceText(advice)}`,
    several: (resources) => `${resources} already ran in an earlier update, and do not run again.`,
  };
}

/** A run whose outcome is unknown. */
export function unknownOutcome(
  resource: Resource,
  inputs: Values,
  why: string,
  advice: Advice,
): Advised {
  return advised(
    `It is unknown whether ${nounOf(resource, inputs)} ran: ${sentence(why)} It will not run again automatically.`,
    advice,
  );
}

export function cannotTell(resource: Resource, inputs: Values): string {
  return `${nameOf(resource, inputs)} was started, but cannot be waited for, because the answer of the platform has no id.`;
}

/** The instance does not show the progress of a run. */
export function cannotWatch(
  resource: Resource,
  inputs: Values,
  { reason }: PlatformError,
): Advised {
  return advised(
    `${nameOf(resource, inputs)} was started, but cannot be waited for. ${sentence(reason)}`,
    [{ steps: [{ instance: "look", at: "the run" }] }],
  );
}

export function inProgress(resource: Resource, inputs: Values, status: string): string {
  return `${nameOf(resource, inputs)}: ${status}.`;
}

/** Another resource of the program may manage the object, and the engine reports its resources one after the other. */
export const waitsForEngine: WaitLine = ({ seconds }) =>
  `Waiting until Pulumi has reported all resources of this program, for ${seconds} s so far.`;

const waitLine =
  (wait: string): WaitLine =>
  ({ about, seconds, count }) =>
    count === 1
      ? `${wait} ${about}, for ${seconds} s so far.`
      : `${wait} ${count} actions, the first for ${seconds} s (${about}).`;

/** The progress of an awaited run has not changed for a while. */
export const waitsForEnd = waitLine("Waiting for the end of");

/** The answer to a request was lost. The instance may still show the run. */
export const looksForRun = waitLine("Looking on the instance for");

export function stillRunning(resource: Resource, inputs: Values, status: string): string {
  return `${nameOf(resource, inputs)} is still running: ${status} after ${String(inputs.waitMinutes)} minutes. It will not run again automatically.`;
}

export function waitInterrupted(resource: Resource, inputs: Values, status: string): PlatformError {
  return new PlatformError({
    code: "interrupted",
    operation: `wait for ${nounOf(resource, inputs)}`,
    detail: `Pulumi stopped this run, and ${status}`,
    note: "It continues on the instance.",
    advice: [{ steps: [{ again: "command" }], note: "It waits again, without a second run." }],
  });
}

export function endedBadly(resource: Resource, inputs: Values, status: string): PlatformError {
  return new PlatformError({
    code: "ended_badly",
    operation: `wait for ${nounOf(resource, inputs)}`,
    detail: status,
    advice: [{ steps: [{ instance: "seeWhy" }], note: "The next `pulumi up` runs it again." }],
  });
}
