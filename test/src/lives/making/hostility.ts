import type { Fault, FaultRule } from "pulumi-platform-simulator";
import { choose } from "./choose";
import type { Environment } from "../worlds/environment";

/** A fault that an instance has until a command or a person ends it. */
export interface Hostility {
  fault: Fault;
  /** Whether the next command is the last one with it. */
  isForOneCommand: boolean;
}

const year = 365 * 86_400;

/** What an instance does to those who read its answers. */
const hostilities: readonly Omit<FaultRule, "times">[] = [
  { kind: "drip" },
  { kind: "drip", moment: "after" },
  { kind: "endless" },
  { kind: "endless", moment: "after" },
  { kind: "bomb" },
  { kind: "bomb", moment: "after" },
  { kind: "new-pages" },
  { kind: "new-pages", keep: 200 },
  { kind: "close", moment: "mid-answer" },
  // Who answers 429 says that nothing was done.
  { kind: "status", status: 429, retryAfter: 0, moment: "before" },
  { kind: "status", status: 429, retryAfter: year, moment: "before" },
  { kind: "status", status: 503, retryAfter: year, moment: "before" },
];

const calls: readonly Pick<FaultRule, "method" | "path">[] = [
  {},
  { method: "GET" },
  { method: "POST" },
  { method: "GET", path: "reportschedules$" },
  { method: "POST", path: "reportschedules$" },
  { method: "PUT" },
  { method: "DELETE" },
];

/** An instance becomes hostile: to one request, until the next command ends, or for a while. Or it stops. */
export function changeHostility(
  environment: Environment,
  instance: number,
  pick: number,
  value: number,
): string {
  if (endHostility(environment, instance)) return `instance ${instance}: is no longer hostile`;
  const rule: FaultRule = {
    ...(choose(hostilities, pick) ?? { kind: "drip" }),
    ...choose(calls, value),
    ...(value % 3 === 0 ? { times: 1, skip: pick % 3 } : { times: 0 }),
  };
  // Only an answer to a read has a list.
  if (rule.kind === "new-pages") rule.method = "GET";
  const fault = environment.platform(instance).fault(rule);
  // Each list without an end takes 15 s.
  const isForOneCommand = value % 3 < 2 || rule.kind === "new-pages";
  environment.hostile.set(instance, { fault, isForOneCommand });
  environment.history.disturbances.add("fault");
  return `instance ${instance}: is hostile: ${JSON.stringify(rule)}`;
}

/** Whether the instance was hostile until now. */
export function endHostility({ hostile, place }: Environment, instance: number): boolean {
  const hostility = hostile.get(instance);
  if (hostility === undefined) return false;
  place.platforms[instance]?.clearFaults(hostility.fault);
  return hostile.delete(instance);
}

/** How many hostile answers there were so far. */
export const hostileAnswers = ({ hostile }: Environment): number =>
  [...hostile.values()].reduce((sum, { fault }) => sum + fault.injected, 0);
