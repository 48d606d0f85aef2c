import type { FaultRule } from "pulumi-platform-simulator";
import type { Victim } from "../../engine/stacks/stack";

/** Where in a call a fault target, in the order of time. */
export const moments = ["before", "mid-body", "after", "mid-answer", "answered"] as const;
export type Moment = (typeof moments)[number];

export const momentWords: Record<Moment, string> = {
  before: "before the work",
  "mid-body": "in the middle of the request",
  after: "after the work, before the answer",
  "mid-answer": "in the middle of the answer",
  answered: "after the answer, before the engine stored it",
};

/** What goes wrong. */
export const kinds = [
  "close",
  "timeout",
  "5xx",
  "429",
  "kill provider",
  "kill engine",
  "kill both",
] as const;
export type Kind = (typeof kinds)[number];

const victims: Readonly<Record<string, Victim | undefined>> = {
  "kill provider": "provider",
  "kill engine": "engine",
  "kill both": "both",
};

/** Who dies; undefined for what happens to the call alone. */
export function victimOf(kind: string): Victim | undefined {
  return victims[kind];
}

/** Which call of an operation is struck. */
export interface TargetCall {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
}

/** Why there is no such faultCase; undefined when there is one. */
export function leftOut({ method }: TargetCall, moment: Moment, kind: Kind): string | undefined {
  if (moment === "mid-body" && (method === "GET" || method === "DELETE")) {
    return "the request has no body";
  }
  if (moment === "answered" && victimOf(kind) === undefined) {
    return "the answer has arrived: nothing can happen to the call any more";
  }
  if (kind === "429" && (moment === "after" || moment === "mid-answer")) {
    return "a 429 says that no work was done";
  }
  return undefined;
}

/** How long a call is held open in which the engine or the provider is killed; within the deadline. */
const heldMs = 1_200;
/** Long enough to find out who is to die when the answer is there. */
const foundMs = 400;

/** What the simulator is told to do. A kill needs a call that is held open for as long as the killing takes. */
export function ruleOf({ method, path }: TargetCall, moment: Moment, kind: Kind): FaultRule {
  const call = { method, path };
  if (moment === "answered") return { ...call, kind: "delay", moment: "after", delayMs: foundMs };
  switch (kind) {
    case "close":
      return { ...call, moment, kind: "close" };
    case "timeout":
      return { ...call, moment, kind: "hang" };
    case "5xx":
      // For as long as the first run lasts, or sending it again would hide it.
      return { ...call, moment, kind: "status", status: 503, times: 0 };
    case "429":
      return { ...call, moment, kind: "status", status: 429, retryAfter: 1, times: 2 };
    case "kill both":
      // The work that had not begun never is: nobody is left who waits for it.
      return { ...call, moment, kind: "hang" };
    case "kill provider":
    case "kill engine":
      // Half an answer that has no more to come: one without a body would be whole.
      if (moment === "mid-answer") return { ...call, moment, kind: "hang" };
      // The work goes on, and its answer comes after the death: a provider that outlives its engine gets it.
      return { ...call, moment, kind: "delay", delayMs: heldMs };
  }
}
