import { isDeepStrictEqual } from "node:util";
import type { Call } from "../calls.js";
import type { Id } from "../ids.js";
import type { Answer } from "../route.js";
import { denials } from "./denials.js";
import { encoding } from "./encoding.js";
import { letters } from "./letters.js";
import type { VariantBase, VariantName } from "./names.js";
import { paging } from "./paging.js";
import { refusals } from "./refusals.js";
import { spelling } from "./spelling.js";
import { stored } from "./storing.js";
import { BadVariant, type Effect, type SentBody, type Variant } from "./variant.js";
import { wording } from "./wording.js";

/** All variants. Those that change an answer do so in this order. */
export const variants: Readonly<Record<VariantBase, Variant>> = {
  ...refusals,
  ...denials,
  ...stored,
  ...paging,
  ...spelling,
  ...letters,
  ...wording,
  ...encoding,
};

interface Active {
  name: VariantName;
  effect: Effect;
}

/** Starts a variant by its name. */
function start(name: string): Active & { order: number } {
  const colon = name.indexOf(":");
  const base = colon < 0 ? name : name.slice(0, colon);
  const order = Object.keys(variants).indexOf(base);
  if (order < 0) {
    const known = Object.entries<Variant>(variants).map(
      ([one, { argument = "" }]) => one + argument,
    );
    throw new BadVariant(`Unknown variant "${name}". The variants are ${known.join(", ")}.`);
  }
  try {
    const effect = variants[base as VariantBase].start(
      colon < 0 ? undefined : name.slice(colon + 1),
    );
    return { name: name as VariantName, effect, order };
  } catch (error) {
    throw error instanceof BadVariant
      ? new BadVariant(`Variant ${base}: ${error.message}.`)
      : error;
  }
}

/** The variants of a running simulator. */
export class ActiveVariants {
  #active: Active[] = [];

  constructor(readonly initial: readonly string[]) {
    this.set(initial);
  }

  /** Replaces all variants. */
  set(names: readonly string[]): void {
    this.#active = [...new Set(names)].map(start).sort((a, b) => a.order - b.order);
  }

  /** Restores the variants of the start. */
  reset(): void {
    this.set(this.initial);
  }

  list(): VariantName[] {
    return this.#active.map(({ name }) => name);
  }

  /** Throws the error of the first variant that refuses the call. */
  refuse(call: Call): void {
    for (const { name, effect } of this.#active) {
      try {
        effect.refuse?.(call);
      } catch (error) {
        record(call, name);
        throw error;
      }
    }
  }

  /** The query of a call, without the parameters that the instance ignores. */
  query(call: Call): Call["query"] {
    return this.#through(call.query, call, (effect, query) => effect.query?.({ ...call, query }));
  }

  /** The body of a call, with the values that the instance stores. */
  take(body: unknown, call: Call): unknown {
    return this.#through(body, call, (effect, before) => effect.take?.(before, call));
  }

  /** The id of the n-th object of a counter. */
  idOfCount(n: number, call: Call): Id {
    for (const { name, effect } of this.#active) {
      if (effect.idOfCount) {
        record(call, name);
        return effect.idOfCount(n);
      }
    }
    return n;
  }

  /** Cuts a page out of a list. */
  page<T>(items: T[], cut: (all: T[]) => T[], call: Call): T[] {
    const cutAs = this.#active.reduceRight<(all: T[]) => T[]>((next, { name, effect }) => {
      if (effect.page === undefined) return next;
      return (all) => {
        const page = effect.page?.(all, next, call) ?? next(all);
        if (!isDeepStrictEqual(page, next(all))) record(call, name);
        return page;
      };
    }, cut);
    return cutAs(items);
  }

  /** Changes an answer as the active variants demand. */
  answer(answer: Answer, call: Call): Answer {
    return this.#through(answer, call, (effect, before) => effect.answer?.(before, call));
  }

  /** Changes the bytes of an answer as the active variants demand. */
  encode(body: SentBody, call: Call): SentBody {
    return this.#through(body, call, (effect, before) => effect.encode?.(before));
  }

  /** A value as the active variants change it, one after the other. */
  #through<Value>(
    value: Value,
    call: Call,
    change: (effect: Effect, before: Value) => Value | undefined,
  ): Value {
    return this.#active.reduce((before, { name, effect }) => {
      const after = change(effect, before) ?? before;
      if (!isDeepStrictEqual(after, before)) record(call, name);
      return after;
    }, value);
  }

  /** The delay of the answer to a call. */
  delayMs(call: Call): number {
    const delays = this.#active.map(({ name, effect }) => {
      const ms = effect.delayMs?.(call) ?? 0;
      if (ms > 0) record(call, name);
      return ms;
    });
    return Math.max(0, ...delays);
  }
}

/** Records the variant in the log of calls, where tests look for it. */
function record(call: Call, name: VariantName): void {
  const { variants: before = [] } = call;
  if (!before.includes(name)) call.variants = [...before, name];
}
