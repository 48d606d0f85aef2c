import { between, oneOf, record, string, type Schema } from "../schema.js";
import { validator } from "../validator.js";

/** When in a call a fault happens. */
export const moments = ["before", "mid-body", "after", "mid-answer"] as const;
export type Moment = (typeof moments)[number];

export const kinds = [
  "status",
  "close",
  "hang",
  "delay",
  "html",
  "redirect",
  "empty-list",
  "truncated-list",
  "unstable-order",
  "wrong-instance",
  "stale",
  "body",
  "drip",
  "endless",
  "bomb",
  "new-pages",
] as const;
export type Kind = (typeof kinds)[number];

/** What goes wrong, in which calls, and how often. */
export interface FaultRule {
  /** Only calls of this method. */
  method?: string;
  /** Only calls whose path matches this regular expression. */
  path?: string;
  /** How many matching calls go through before the first fault. */
  skip?: number;
  /** How many calls get the fault. Default 1; 0 for every call. */
  times?: number;
  /** The chance, between 0 and 1, that a matching call gets the fault. */
  probability?: number;
  /** Makes `probability` and shuffling repeatable. */
  seed?: number;
  /**
   * `before` the operation; `mid-body`, while the request body arrives; `after` the operation, before the
   * answer; `mid-answer`, after half of the answer's bytes.
   */
  moment?: Moment;
  kind: Kind;
  status?: number;
  /** Value of a Retry-After header. */
  retryAfter?: string | number;
  /** For `body` and `status`. A string is sent unchanged, any other value as JSON. */
  body?: unknown;
  /**
   * For `delay`, default 100. For `stale`, how late a read shows a change, default 30,000. For `drip`, the time between
   * two bytes, default 1,000.
   */
  delayMs?: number;
  /** For `redirect`. */
  location?: string;
  /** For `truncated-list`: how many items stay, default half of them. For `new-pages`: how many items a page has, default 1. */
  keep?: number;
}

/** An active rule. `injected` counts the calls that got the fault. */
export interface Fault extends FaultRule {
  id: string;
  moment: Moment;
  injected: number;
}

/** These kinds change a list in the answer, so they are chosen after the operation. */
export const listKinds: readonly Kind[] = [
  "empty-list",
  "truncated-list",
  "unstable-order",
  "new-pages",
];

/** These answers never end, so they have no middle. */
export const endlessKinds: readonly Kind[] = ["drip", "endless"];

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH"];

const count = between(0, Number.MAX_SAFE_INTEGER);
const problemOf = validator(
  record(
    {
      method: string,
      path: { type: "string", format: "regex" },
      skip: count,
      times: count,
      probability: { type: "number", minimum: 0, maximum: 1 },
      seed: count,
      moment: oneOf(...moments),
      kind: oneOf(...kinds),
      status: between(200, 599),
      retryAfter: { type: ["string", "integer"], minimum: 0 },
      body: {},
      delayMs: count,
      location: string,
      keep: count,
    } satisfies Record<keyof FaultRule, Schema>,
    ["kind"],
  ),
  "the fault",
);

/** Thrown for a rule that cannot work. A fault that never happens would make a test worthless. */
export class BadFaultRule extends Error {}

function check(rule: FaultRule): void {
  const problem = problemOf(rule);
  if (problem !== undefined) throw new BadFaultRule(problem);
  if (rule.method !== undefined && !methods.includes(rule.method.toUpperCase())) {
    throw new BadFaultRule(`the fault: method is not one of ${methods.join(", ")}`);
  }
  const only = onlyMoment(rule.kind);
  if (only && rule.moment && rule.moment !== only) {
    throw new BadFaultRule(`${rule.kind} happens at the moment ${only}, not ${rule.moment}`);
  }
  if (endlessKinds.includes(rule.kind) && rule.moment === "mid-answer") {
    throw new BadFaultRule(`${rule.kind} cannot happen at the moment mid-answer`);
  }
  if (rule.kind === "stale" && rule.method && rule.method.toUpperCase() !== "GET") {
    throw new BadFaultRule(`stale happens in calls of the method GET, not ${rule.method}`);
  }
}

/** List faults change a finished answer. `wrong-instance` and `stale` choose the state that answers. */
function onlyMoment(kind: Kind): Moment | undefined {
  if (listKinds.includes(kind)) return "after";
  return kind === "wrong-instance" || kind === "stale" ? "before" : undefined;
}

interface Entry {
  fault: Fault;
  pattern: RegExp;
  seen: number;
  random: () => number;
}

/** The active rules, in the order in which they were added. */
export class FaultRules {
  #entries: Entry[] = [];
  #lastId = 0;

  add(rule: FaultRule): Fault {
    check(rule);
    const fault: Fault = {
      ...rule,
      moment: rule.moment ?? onlyMoment(rule.kind) ?? "before",
      id: `fault-${++this.#lastId}`,
      injected: 0,
    };
    this.#entries.push({
      fault,
      pattern: new RegExp(rule.path ?? ""),
      seen: 0,
      random: seededRandom(rule.seed ?? 1),
    });
    return fault;
  }

  list(): Fault[] {
    return this.#entries.map(({ fault }) => fault);
  }

  /** Removes one rule, or all. */
  clear(fault?: Fault): void {
    this.#entries = fault === undefined ? [] : this.#entries.filter((one) => one.fault !== fault);
  }

  /** The first rule of these kinds that applies to the call. Every matching rule counts the call. */
  choose(
    call: { method: string; path: string },
    wanted: (kind: Kind) => boolean,
  ): Fault | undefined {
    let chosen: Fault | undefined;
    for (const entry of this.#entries) {
      const { fault } = entry;
      if (!wanted(fault.kind)) continue;
      const method = fault.kind === "stale" ? "GET" : fault.method?.toUpperCase();
      if (method && method !== call.method) continue;
      if (!entry.pattern.test(call.path)) continue;
      entry.seen++;
      if (chosen || entry.seen <= (fault.skip ?? 0)) continue;
      if (fault.injected >= (fault.times === 0 ? Infinity : (fault.times ?? 1))) continue;
      if (fault.probability !== undefined && entry.random() >= fault.probability) continue;
      fault.injected++;
      chosen = fault;
    }
    return chosen;
  }
}

/** A random number generator. The same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A shuffled copy. Two items or more never keep their order. */
export function shuffled<T>(items: T[], random: () => number): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    // j is never i, so every item moves.
    const j = Math.floor(random() * i);
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}
