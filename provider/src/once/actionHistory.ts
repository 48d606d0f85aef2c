import { setTimeout as sleep } from "node:timers/promises";
import type { ActionResource, Run } from "../definition/action";
import type { Values } from "../definition/values";
import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import { nounOf } from "../report/messageParts";
import * as messages from "../report/messages";
import { latestEffect } from "../duplicates/requestTimes";

type Trace = NonNullable<ActionResource["trace"]>;

const pollMs = 500;

/** The runs of an action in the history of the instance, if the instance has one. */
export class ActionHistory {
  readonly #trace?: Trace;

  constructor(
    readonly resource: ActionResource,
    readonly instance: Instance,
    readonly settings: Settings,
  ) {
    this.#trace = settings.operations === "extended" ? resource.trace : undefined;
  }

  get isShown(): boolean {
    return this.#trace !== undefined;
  }

  /** The ids of all runs; undefined if the instance does not show them. */
  async ids(inputs: Values): Promise<string[] | undefined> {
    const trace = this.#trace;
    if (trace === undefined) return undefined;
    const runs = await this.instance.evidence(
      `runs before ${this.resource.name}`,
      messages.runsUnseen(this.resource),
      () => trace(this.instance, inputs),
    );
    return runs && [...runs.keys()];
  }

  /** The outputs of the one new run. A new run proves that the action ran; no new run proves nothing. */
  async findNew(
    inputs: Values,
    idsBefore: readonly string[] | undefined,
    sentAt: number,
  ): Promise<Values | undefined> {
    const trace = this.#trace;
    if (trace === undefined || idsBefore === undefined) return undefined;
    const looking = this.#lookForNew(trace, inputs, idsBefore, sentAt);
    const about = nounOf(this.resource, inputs);
    return this.instance.whileWaiting(messages.looksForRun, about, looking);
  }

  async #lookForNew(
    trace: Trace,
    inputs: Values,
    idsBefore: readonly string[],
    sentAt: number,
  ): Promise<Values | undefined> {
    for (;;) {
      const runs = await trace(this.instance, inputs).catch(() => new Map<string, Run>());
      const made = [...runs].filter(([id]) => !idsBefore.includes(id));
      // If several runs are new, the right one is unknown.
      if (made.length > 0) return made.length === 1 ? made[0]?.[1].outputs : undefined;
      if (Date.now() > latestEffect(sentAt, this.settings)) return undefined;
      await sleep(pollMs);
    }
  }
}
