import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../definition/action";
import type { Values } from "../definition/values";
import { nounOf } from "../report/messages/messageParts";
import * as messages from "../report/messages/index";
import { latestEffect } from "../state/youngWrite";
import type { AwaitedRun } from "./waiting";

const pollMs = 500;

export type ActionHistory = ReturnType<typeof historyOf>;

/** The runs of an action for what is sent, in the history of the instance; undefined if it has no history. */
export function historyOf({ resource, services }: Omit<AwaitedRun, "inputs">, sent: Values) {
  const { instance, settings } = services;
  const { trace } = resource;
  if (trace === undefined || settings.operations !== "extended") return undefined;
  return {
    /** The ids of all runs; undefined if the instance does not show them. */
    ids: async (): Promise<string[] | undefined> => {
      const runs = await instance.optionalRead(
        `runs before ${resource.name}`,
        messages.runsUnseen(resource),
        () => trace(instance, sent),
      );
      return runs && [...runs.keys()];
    },

    /** The outputs of the one new run. A new run proves that the action ran; no new run proves nothing. */
    findNew: async (
      idsBefore: readonly string[] | undefined,
      sentAt: number,
    ): Promise<Values | undefined> => {
      if (idsBefore === undefined) return undefined;
      const lookForNew = async (): Promise<Values | undefined> => {
        for (;;) {
          const runs = await trace(instance, sent).catch(() => new Map<string, Run>());
          const made = [...runs].filter(([id]) => !idsBefore.includes(id));
          // If several runs are new, the right one is unknown.
          if (made.length > 0) return made.length === 1 ? made[0]?.[1].outputs : undefined;
          if (Date.now() > latestEffect(sentAt, settings)) return undefined;
          await sleep(pollMs);
        }
      };
      return instance.whileWaiting(messages.looksForRun, nounOf(resource, sent), lookForNew());
    },
  };
}
