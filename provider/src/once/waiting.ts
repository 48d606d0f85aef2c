import type { ActionResource } from "../definition/action";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { CreateServices } from "../duplicates/createServices";
import { pause } from "../process/stopping";
import { hasCode } from "../messages/errors";
import { nounOf } from "../report/messages/messageParts";
import * as messages from "../report/messages/index";
import type { Line } from "../report/notices";
import { steadyNow } from "../process/steadyClock";

export interface AwaitedRun {
  resource: ActionResource;
  inputs: Values;
  services: CreateServices;
}

const firstPollMs = 500;
const slowestPollMs = 10_000;

/** Whether the program waits for the end of an action that has one. */
export const asksToWait = ({ resource, inputs }: { resource: Resource; inputs: Values }): boolean =>
  resource.kind === "action" && resource.progress !== undefined && inputs.waitMinutes !== undefined;

/** Whether the instance also shows the end. */
export const isWaitedFor = (run: AwaitedRun): boolean =>
  asksToWait(run) && run.services.settings.operations === "extended";

/** The progress of a run, or a warning if it cannot be read. */
async function readProgress({ resource, inputs, services }: AwaitedRun, outputs: Values) {
  try {
    const progress = await resource.progress?.(services.instance, inputs, outputs);
    return progress ? { progress } : { warning: messages.cannotTell(resource, inputs) };
  } catch (error) {
    if (!hasCode(error, "not_offered")) throw error;
    return { warning: messages.cannotWatch(resource, inputs, error) };
  }
}

interface WaitResult {
  outputs?: Values;
  warning?: Line;
}

/** Waits for the end of a run, and shows each change of its progress. */
export async function waitForEnd(waiting: AwaitedRun, outputs: Values): Promise<WaitResult> {
  if (!isWaitedFor(waiting)) return {};
  const { resource, inputs, services } = waiting;
  const ending = pollUntilEnd(waiting, outputs);
  return services.instance.whileWaiting(messages.waitsForEnd, nounOf(resource, inputs), ending);
}

async function pollUntilEnd(waiting: AwaitedRun, outputs: Values): Promise<WaitResult> {
  const { resource, inputs, services } = waiting;
  const { instance, journal } = services;
  const until = steadyNow() + Number(inputs.waitMinutes) * 60_000;
  let status = "";
  for (let pauseMs = firstPollMs; ; pauseMs = Math.min(pauseMs * 2, slowestPollMs)) {
    const looked = await readProgress(waiting, outputs);
    if ("warning" in looked) return looked;
    const { progress } = looked;
    if (progress.status !== status)
      instance.reporter.show(messages.inProgress(resource, inputs, progress.status));
    status = progress.status;
    if (progress.ended === "badly") throw messages.endedBadly(resource, inputs, status);
    if (progress.ended === "well") return { outputs: progress.outputs };
    const left = until - steadyNow();
    if (left <= 0) {
      const warning = messages.stillRunning(resource, inputs, status);
      return { outputs: progress.outputs, warning };
    }
    await pause(Math.min(pauseMs, left), journal.leaving, () =>
      messages.waitInterrupted(resource, inputs, status),
    );
  }
}
