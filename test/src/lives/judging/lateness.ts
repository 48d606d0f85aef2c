import type { Fault } from "pulumi-platform-simulator";
import { choose } from "../making/choose";
import type { Environment } from "../worlds/environment";

/** How an instance shows late what was written. */
export interface Lateness {
  fault: Fault;
  /** Whether the next command is the last one that it is so for. */
  isForOneCommand: boolean;
}

/** Longer than any life. */
const foreverMs = 10 ** 12;

/** Nothing but one list is late, or one way to read an object, or everything. */
const paths = [
  undefined,
  undefined,
  "reportschedules$",
  "grouplist$",
  "reportschedules/",
  "groups/",
];

/** An instance begins to show writes late: after some seconds, after the next command, or never. Or it stops. */
export function changeLateness(
  environment: Environment,
  instance: number,
  pick: number,
  value: number,
): string {
  const { late, world, history } = environment;
  if (endLateness(environment, instance)) return `instance ${instance}: shows everything at once`;
  const seconds = value % 3 === 0 ? 2 + (pick % 40) : undefined;
  const path = choose(paths, pick);
  const delayMs = seconds === undefined ? foreverMs : world.realMs(seconds * 1_000);
  const rule = { kind: "stale" as const, times: 0, delayMs, ...(path !== undefined && { path }) };
  const fault = environment.platform(instance).fault(rule);
  late.set(instance, { fault, isForOneCommand: value % 3 === 1 });
  history.disturbances.add("late");
  if (seconds === undefined) history.disturbances.add("hiding");
  const how = [`${seconds} s late`, "late until the next command ends", "late for ever"][value % 3];
  return `instance ${instance}: shows writes ${how}${path === undefined ? "" : ` in ${path}`}`;
}

/** Whether the instance showed writes late until now. */
export function endLateness({ late, place }: Environment, instance: number): boolean {
  const lateness = late.get(instance);
  if (lateness === undefined) return false;
  place.platforms[instance]?.clearFaults(lateness.fault);
  return late.delete(instance);
}
