/** Where in a call a fault strikes. */
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
  "body",
] as const;
export type Kind = (typeof kinds)[number];

/** What goes wrong, in which calls, and how often. */
export interface FaultRule {
  /** Only calls of this method. */
  method?: string;
  /** Only calls whose path matches this regular expression. */
  path?: string;
  /** How many matching calls pass first. */
  skip?: number;
  /** How often the rule strikes: 1 unless said otherwise; 0 or Infinity for always. */
  times?: number;
  /** The chance, between 0 and 1, that a due call is struck. */
  probability?: number;
  /** Makes `probability` and shuffling repeatable. */
  seed?: number;
  /**
   * `before` the work; `mid-body`, while the request body is read; `after` the work, nothing answered
   * yet; `mid-answer`, when half of the answer's bytes are sent.
   */
  moment?: Moment;
  kind: Kind;
  status?: number;
  /** Value of a Retry-After header. */
  retryAfter?: string | number;
  /** For `body` and `status`: a string is sent as it stands, anything else as JSON. */
  body?: unknown;
  /** For `delay`; 100 unless said otherwise. */
  delayMs?: number;
  /** For `redirect`. */
  location?: string;
  /** For `truncated-list`: how many items stay; half of them unless said otherwise. */
  keep?: number;
}

/** A rule in force. `struck` counts. */
export interface Fault extends FaultRule {
  id: string;
  moment: Moment;
  struck: number;
}

/** These need an answer that is a list, so they are chosen when there is one. */
export const listKinds: readonly Kind[] = ["empty-list", "truncated-list", "unstable-order"];

const fields: Record<keyof FaultRule, (value: unknown) => boolean> = {
  method: isText,
  path: isText,
  skip: isCount,
  times: (value) => isCount(value) || value === Infinity,
  probability: (value) => typeof value === "number" && value >= 0 && value <= 1,
  seed: isCount,
  moment: (value) => moments.some((moment) => moment === value),
  kind: (value) => kinds.some((kind) => kind === value),
  status: (value) => isCount(value) && Number(value) >= 200 && Number(value) <= 599,
  retryAfter: (value) => isText(value) || isCount(value),
  body: () => true,
  delayMs: isCount,
  location: isText,
  keep: isCount,
};

function isText(value: unknown): boolean {
  return typeof value === "string";
}
function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

/** Thrown for a rule that makes no sense; nothing is worse in a test than a fault that never strikes. */
export class BadFaultRule extends Error {}

/** Checks a rule and says what is wrong with it. */
export function checkRule(rule: unknown): FaultRule {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) {
    throw new BadFaultRule("a fault must be an object");
  }
  for (const [name, value] of Object.entries(rule)) {
    const check = Object.entries(fields).find(([field]) => field === name)?.[1];
    if (!check) throw new BadFaultRule(`${name} is not a known field of a fault`);
    if (value !== undefined && !check(value)) {
      throw new BadFaultRule(`${name} of a fault cannot be ${JSON.stringify(value)}`);
    }
  }
  const checked = rule as FaultRule;
  if (!("kind" in rule)) throw new BadFaultRule("kind of a fault is required");
  try {
    new RegExp(checked.path ?? "");
  } catch {
    throw new BadFaultRule(`path of a fault is not a regular expression: ${String(checked.path)}`);
  }
  const only = onlyMoment(checked.kind);
  if (only && checked.moment && checked.moment !== only) {
    throw new BadFaultRule(`${checked.kind} strikes at the moment ${only}, not ${checked.moment}`);
  }
  return checked;
}

/** List faults shape a finished answer; another instance is met before any work. */
function onlyMoment(kind: Kind): Moment | undefined {
  if (listKinds.includes(kind)) return "after";
  return kind === "wrong-instance" ? "before" : undefined;
}

interface Entry {
  fault: Fault;
  pattern: RegExp;
  seen: number;
  random: () => number;
}

/** The rules in force, in the order in which they were given. */
export class FaultBook {
  private entries: Entry[] = [];
  private lastId = 0;

  add(rule: FaultRule): Fault {
    const checked = checkRule(rule);
    const fault: Fault = {
      ...checked,
      moment: checked.moment ?? onlyMoment(checked.kind) ?? "before",
      id: `fault-${++this.lastId}`,
      struck: 0,
    };
    this.entries.push({
      fault,
      pattern: new RegExp(checked.path ?? ""),
      seen: 0,
      random: repeatable(checked.seed ?? 1),
    });
    return fault;
  }

  list(): Fault[] {
    return this.entries.map(({ fault }) => fault);
  }

  clear(): void {
    this.entries = [];
  }

  /** The first due rule of these kinds. Every matching rule counts the call, struck or not. */
  strike(
    call: { method: string; path: string },
    wanted: (kind: Kind) => boolean,
  ): Fault | undefined {
    let struck: Fault | undefined;
    for (const entry of this.entries) {
      const { fault } = entry;
      if (!wanted(fault.kind)) continue;
      if (fault.method && fault.method.toUpperCase() !== call.method) continue;
      if (!entry.pattern.test(call.path)) continue;
      entry.seen++;
      if (struck || entry.seen <= (fault.skip ?? 0)) continue;
      if (fault.struck >= (fault.times || (fault.times === 0 ? Infinity : 1))) continue;
      if (fault.probability !== undefined && entry.random() >= fault.probability) continue;
      fault.struck++;
      struck = fault;
    }
    return struck;
  }
}

/** A small generator with a seed: the same seed gives the same faults. */
export function repeatable(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A shuffled copy, never in the order given where there are two items or more. */
export function shuffled<T>(items: T[], random: () => number): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    // Excluding i itself makes the shuffle one cycle, so every item moves.
    const j = Math.floor(random() * i);
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}
