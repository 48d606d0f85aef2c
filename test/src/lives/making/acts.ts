import { isDeepStrictEqual } from "node:util";
import { variants } from "pulumi-platform-simulator";
import type { VariantName } from "pulumi-platform-simulator";
import type { Environment } from "../worlds/environment";
import { changeHostility } from "./hostility";
import { changeLateness } from "../judging/lateness";
import { keyOf, objectsOn } from "../judging/objects";
import { users } from "./place";
import type { InstanceStep } from "./steps";

/** What a person does on an instance; undefined where there is nothing to do it with. */
export function act(environment: Environment, step: InstanceStep): string | undefined {
  const instance = step.instance % environment.setup.instances;
  const platform = environment.platform(instance);
  const before = objectsOn(instance, platform);
  const words = actOn(environment, instance, step);
  const after = objectsOn(instance, platform);
  const all = environment.stacks.map((_, at) => at);
  for (const [key, object] of before) {
    if (!isDeepStrictEqual(object, after.get(key))) environment.history.touch(key, all);
  }
  return words;
}

function actOn(
  environment: Environment,
  instance: number,
  { act, pick, value }: InstanceStep,
): string | undefined {
  const { history } = environment;
  const platform = environment.platform(instance);
  const { state } = platform;
  const schedule = state.schedules[pick % Math.max(1, state.schedules.length)];
  const group = state.groups[pick % Math.max(1, state.groups.length)];
  const ofGroup = value % 3 === 0;
  if (act === "late") return changeLateness(environment, instance, pick, value);
  if (act === "hostile") return changeHostility(environment, instance, pick, value);
  history.disturbances.add(act === "variant" || act === "own only" ? "variant" : "act");
  switch (act) {
    case "make": {
      if (schedule === undefined) return undefined;
      const id = ++state.lastIds.schedule;
      state.schedules.push({ ...structuredClone(schedule), id });
      history.madeBy.set(keyOf(instance, "ReportSchedule", String(id)), "person");
      return `instance ${instance}: copy schedule ${schedule.id} as ${id}`;
    }
    case "change":
      if (ofGroup && group !== undefined) {
        group.description = `by hand ${value}`;
        return `instance ${instance}: change group ${group.id}`;
      }
      if (schedule === undefined) return undefined;
      schedule.schedule.hourOfDay = 20 + (value % 4);
      return `instance ${instance}: change schedule ${schedule.id}`;
    case "delete":
      if (ofGroup && group !== undefined) {
        state.groups = state.groups.filter((one) => one !== group);
        return `instance ${instance}: delete group ${group.id}`;
      }
      if (schedule === undefined) return undefined;
      state.schedules = state.schedules.filter((one) => one !== schedule);
      return `instance ${instance}: delete schedule ${schedule.id}`;
    case "transfer":
      if (schedule === undefined) return undefined;
      schedule.ownerId = users[value % users.length] ?? schedule.ownerId;
      history.given.add(keyOf(instance, "ReportSchedule", String(schedule.id)));
      return `instance ${instance}: schedule ${schedule.id} belongs to ${schedule.ownerId}`;
    case "withdraw": {
      const { shares, certifications, groups } = state;
      const granted = shares.filter(({ accessLevel }) => accessLevel !== "OWNER");
      const crews = groups.filter(({ userIds, creatorId }) =>
        userIds.some((id) => id !== creatorId),
      );
      const of = [granted, certifications, crews][value % 3] ?? [];
      const one = of[pick % Math.max(1, of.length)];
      if (one === undefined) return undefined;
      state.shares = shares.filter((other) => other !== one);
      state.certifications = certifications.filter((other) => other !== one);
      for (const crew of crews) if (crew === one) crew.userIds = [crew.creatorId];
      return `instance ${instance}: withdraw ${["access", "certification", "members of group"][value % 3]} ${one.id}`;
    }
    case "own only": {
      const { grants } = state;
      grants.readSchedulesOfOthers = !grants.readSchedulesOfOthers;
      const whose = grants.readSchedulesOfOthers ? "all schedules" : "only one's own schedules";
      return `instance ${instance}: a token sees ${whose}`;
    }
    case "variant": {
      const known = Object.keys(variants)
        .filter((one) => !["no-extended", "slow-text", "says-no", "stores"].includes(one))
        .map(
          (one) => ({ charset: "charset:utf-8-bom", compressed: "compressed:gzip" })[one] ?? one,
        );
      const next = known[value % known.length];
      if (next === undefined || value % 3 === 0) platform.useVariants();
      else platform.useVariants(next as VariantName);
      if (value % 3 > 0) environment.coverage.meet("variants", String(next).replace(/:.*/, ""));
      return `instance ${instance}: variant ${value % 3 === 0 ? "none" : next}`;
    }
  }
}
