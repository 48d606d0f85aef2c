import { analysts, certified } from "../../engine/stacks/declarations";
import type { Declared } from "../../engine/stacks/pulumiStack";
import type { LifeStep } from "../compare";
import type { Entry } from "../sessions/session";

/** What the lives of the harness are made of. */

export const flags = ["--yes", "--skip-preview", "--parallel", "1"];
export const up = ["up", ...flags];
export const refresh = ["refresh", ...flags];
export const destroy = ["destroy", ...flags];
export const preview = ["preview", "--parallel", "1"];

/** Ids that the simulator gives first. */
export const firstSchedule = "4294967291";
export const noSchedule = "999999";

export const announce = (...triggers: string[]): Declared => ({
  type: "ReportSend",
  name: "announce",
  args: {
    scheduleOf: "weekly",
    recipients: [{ type: "EMAIL", value: "board@example.com" }],
    triggers,
  },
});

export const changed = (declared: Declared, args: object): Declared => ({
  ...declared,
  args: { ...declared.args, ...args },
});
export const titled = (declared: Declared, title: string) => changed(declared, { title });
export const named = (declared: Declared, name: string): Declared => ({ ...declared, name });
export const opted = (declared: Declared, opts: object): Declared => ({
  ...declared,
  opts: { ...declared.opts, ...opts },
});
export const closed = () => changed(analysts(), { type: "closed", allowMembershipLoss: true });
export const opened = () => changed(analysts(), { type: "open", allowMembershipLoss: true });
export const card = () => changed(certified(), { entityType: "CARD", entityId: "12" });

export const urnIn = (entry: Entry) => (type: string, name: string) => {
  const token = entry === "dynamic" ? "pulumi-nodejs:dynamic/platform" : "platform:index";
  return `urn:pulumi:test::program::${token}:${type}::${name}`;
};

export const refused = { kind: "status", status: 400 } as const;
export const slow = (method: string) =>
  ({ method, kind: "delay", delayMs: 1500, times: 0 }) as const;

export const editSchedules: LifeStep["byHand"] = ({ state }) => {
  for (const { schedule } of state.schedules) schedule.hourOfDay = (schedule.hourOfDay + 5) % 24;
};
export const loseGroups: LifeStep["byHand"] = ({ state }) => (state.groups.length = 0);

/** Steps for a program that uses an entry. */
export type Life = (entry: Entry) => LifeStep[];
