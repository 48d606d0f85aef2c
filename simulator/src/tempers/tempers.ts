import { isDeepStrictEqual } from "node:util";
import type { Call } from "../calls.js";
import type { Answer } from "../route.js";
import type { TemperBase, TemperName } from "./names.js";
import { refusals } from "./refusals.js";
import { spelling } from "./spelling.js";
import { BadTemper, type Effect, type Temper } from "./temper.js";
import { wording } from "./wording.js";

/** All tempers. Those that change an answer do so in this order. */
export const tempers: Readonly<Record<TemperBase, Temper>> = {
  ...refusals,
  ...spelling,
  ...wording,
};

interface Active {
  name: TemperName;
  effect: Effect;
}

/** Starts a temper by its name. */
function start(name: string): Active & { order: number } {
  const colon = name.indexOf(":");
  const base = colon < 0 ? name : name.slice(0, colon);
  const order = Object.keys(tempers).indexOf(base);
  if (order < 0) {
    const known = Object.entries<Temper>(tempers).map(([one, { argument = "" }]) => one + argument);
    throw new BadTemper(`Unknown temper "${name}". The tempers are ${known.join(", ")}.`);
  }
  try {
    const effect = tempers[base as TemperBase].start(colon < 0 ? undefined : name.slice(colon + 1));
    return { name: name as TemperName, effect, order };
  } catch (error) {
    throw error instanceof BadTemper ? new BadTemper(`Temper ${base}: ${error.message}.`) : error;
  }
}

/** The tempers of a running simulator. */
export class ActiveTempers {
  private active: Active[] = [];

  constructor(private readonly initial: readonly string[]) {
    this.set(initial);
  }

  /** Replaces all tempers. */
  set(names: readonly string[]): void {
    this.active = [...new Set(names)].map(start).sort((a, b) => a.order - b.order);
  }

  /** Restores the tempers of the start. */
  reset(): void {
    this.set(this.initial);
  }

  list(): TemperName[] {
    return this.active.map(({ name }) => name);
  }

  /** Throws the error of the first temper that refuses the call. */
  refuse(call: Call): void {
    for (const { name, effect } of this.active) {
      try {
        effect.refuse?.(call);
      } catch (error) {
        record(call, name);
        throw error;
      }
    }
  }

  /** Cuts a page out of a list. */
  page<T>(items: T[], cut: (all: T[]) => T[], call: Call): T[] {
    for (const { effect } of this.active) {
      if (effect.page) return effect.page(items, cut, call);
    }
    return cut(items);
  }

  /** Changes an answer as the active tempers demand. */
  answer(answer: Answer, call: Call): Answer {
    return this.active.reduce((before, { name, effect }) => {
      const after = effect.answer?.(before, call) ?? before;
      if (!isDeepStrictEqual(after, before)) record(call, name);
      return after;
    }, answer);
  }

  /** The delay of the answer to a call. */
  delayMs(call: Call): number {
    const delays = this.active.map(({ name, effect }) => {
      const ms = effect.delayMs?.(call) ?? 0;
      if (ms > 0) record(call, name);
      return ms;
    });
    return Math.max(0, ...delays);
  }
}

/** Records the temper in the log of calls, where tests look for it. */
function record(call: Call, name: TemperName): void {
  call.tempers = [...(call.tempers ?? []), name];
}
