import { setTimeout as sleep } from "node:timers/promises";
import type { ActionResource, Run } from "../definition/action";
import type { Values } from "../definition/values";
import { nounOf } from "../report/messageParts";
import * as messages from "../report/messages";
import { latestEffect } from "../state/youngWrite";
import type { AwaitedRun } from "./waiting";

const pollMs = 500;

/** The runs of an action in the history of the instance, if the instance has one. */
export class ActionHistory {
  /** Undefined if the instance has no history. */
  readonly trace?: ActionResource["trace"];

  constructor(
    readonly run: Omit<AwaitedRun, "inputs">,
    /** The inputs that go to the platform. */
    readonly sent: Values,
  ) {
    this.trace = run.services.settings.operations === "extended" ? run.resource.trace : undefined;
  }

  /** The ids of all runs; undefined if the instance does not show them. */
  async ids(): Promise<string[] | undefined> {
    const { trace } = this;
    if (trace === undefined) return undefined;
    const { resource, services } = this.run;
    const runs = await services.instance.optionalRead(
      `runs before ${resource.name}`,
      messages.runsUnseen(resource),
      () => trace(services.instance, this.sent),
    );
    return runs && [...runs.keys()];
  }

  /** The outputs of the one new run. A new run proves that the action ran; no new run proves nothing. */
  async findNew(
    idsBefore: readonly string[] | undefined,
    sentAt: number,
  ): Promise<Values | undefined> {
    const { trace } = this;
    if (trace === undefined || idsBefore === undefined) return undefined;
    const { resource, services } = this.run;
    const { instance, settings } = services;
    const lookForNew = async (): Promise<Values | undefined> => {
      for (;;) {
        const runs = await trace(instance, this.sent).catch(() => new Map<string, Run>());
        const made = [...runs].filter(([id]) => !idsBefore.includes(id));
        // If several runs are new, the right one is unknown.
        if (made.length > 0) return made.length === 1 ? made[0]?.[1].outputs : undefined;
        if (Date.now() > latestEffect(sentAt, settings)) return undefined;
        await sleep(pollMs);
      }
    };
    return instance.whileWaiting(messages.looksForRun, nounOf(resource, this.sent), lookForNew());
  }
}
