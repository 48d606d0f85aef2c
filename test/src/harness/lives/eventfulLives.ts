import { analysts, certified, monthly, weekly } from "../../engine/stacks/declarations";
import type { Declared } from "../../engine/stacks/pulumiStack";
import {
  flags,
  up,
  refresh,
  destroy,
  preview,
  firstSchedule,
  noSchedule,
  announce,
  changed,
  titled,
  opted,
  closed,
  opened,
  card,
  urnIn,
  refused,
  slow,
  editSchedules,
  loseGroups,
} from "./lifeParts";
import type { Life } from "./lifeParts";
import type { Entry } from "../sessions/session";

/** Lives in which something goes wrong, or comes from elsewhere. */

export const failures: Life = () => {
  const all = [weekly(), monthly(), analysts(), announce("a")];
  const once = [{ method: "POST", path: "reportschedules", ...refused }];
  const { schedule } = weekly().args;
  return [
    { program: all, faults: once, command: up },
    { faults: once, command: [...up, "--continue-on-error"] },
    { command: up },
    {
      program: [titled(weekly(), "X"), titled(monthly(), "Y"), analysts(), announce("b")],
      faults: [{ method: "PUT", kind: "status", status: 403, times: 0 }],
      command: [...up, "--continue-on-error"],
    },
    {
      program: [changed(weekly(), { schedule: { ...schedule, hourOfDay: 77 } }), monthly()],
      command: [...up, "--continue-on-error"],
    },
    { program: [weekly(), certified()], command: up },
    {
      program: [weekly(), card()],
      faults: [{ method: "DELETE", kind: "status", status: 403, times: 0 }],
      command: up,
    },
    { command: up },
    { program: [closed()], command: up },
    { program: [opened()], faults: [{ method: "POST", ...refused }], command: up },
    { command: preview },
    { command: refresh },
    { command: up },
    { program: [closed()], command: up },
    { program: [opened()], faults: [{ method: "POST", ...refused }], command: up },
    { program: [], command: up },
    { command: destroy },
  ];
};

export const reads: Life = () => {
  const all = [weekly(), monthly(), analysts(), announce("a")];
  const withProgram = ["--refresh", "--run-program"];
  return [
    { program: all, command: up },
    { byHand: editSchedules, command: [...up, "--refresh"] },
    { byHand: editSchedules, command: [...preview, "--refresh"] },
    { byHand: editSchedules, command: [...up, ...withProgram] },
    { byHand: loseGroups, command: [...refresh, "--run-program"] },
    { command: up },
    { byHand: loseGroups, command: [...refresh, "--expect-no-changes"] },
    { command: [...up, "--expect-no-changes"] },
    { command: [...up, "--expect-no-changes"] },
    { byHand: loseGroups, command: [...up, ...withProgram, "--continue-on-error"] },
    { command: [...destroy, "--run-program"] },
    { program: all, command: up },
    { program: all.slice(0, 2), byHand: editSchedules, command: [...destroy, "--refresh"] },
  ];
};

export const plans: Life = () => {
  const save = [...preview, "--save-plan", "plan.json"];
  const keep = [...up, "--plan", "plan.json"];
  const program = (title: string, ...more: Declared[]) => [
    ...[titled(weekly(), title), monthly(), announce("b"), ...more],
  ];
  return [
    { program: [weekly(), monthly(), analysts(), announce("a")], command: save },
    { command: keep },
    { program: program("P"), command: save },
    { command: keep },
    { program: program("Q"), command: save },
    { program: program("R"), command: keep },
    { program: [monthly()], command: keep },
    { program: program("Q", analysts()), command: keep },
  ];
};

export const imports: Life = (entry) => {
  const removed = ["state", "delete", urnIn(entry)("ReportSchedule", "weekly"), "--yes"];
  const into = (name: string, id: string) => [
    ...["import", "platform:index:ReportSchedule", name, id, ...flags],
    ...["--generate-code=false", "--protect=false"],
  ];
  const byOption = (id: string) => opted(weekly(), { import: id });
  return [
    { program: [weekly()], command: up },
    { command: removed },
    { command: into("weekly", firstSchedule) },
    { command: preview },
    { command: up },
    { command: into("missing", noSchedule) },
    { command: removed },
    { program: [byOption(firstSchedule)], command: preview },
    { command: up },
    { command: up },
    { program: [titled(byOption(firstSchedule), "T"), monthly()], command: up },
    { program: [weekly(), monthly()], command: up },
    { program: [byOption(noSchedule), monthly()], command: up },
  ];
};

/** From the dynamic resources to the plugin. */
export const entryChange: Life = () => {
  const all = [weekly(), monthly(), analysts()];
  const on = (entry: Entry) => (one: Declared) => opted(one, { entry });
  const [first, ...rest] = all.map(on("dynamic"));
  return [
    { program: all.map(on("dynamic")), command: up },
    { program: first === undefined ? [] : [on("plugin")(first), ...rest], command: up },
    { program: all.map(on("plugin")), command: preview },
    { command: up },
    { command: refresh },
    { command: up },
    { program: all.slice(0, 2).map(on("plugin")), command: up },
    { command: destroy },
  ];
};

export const interruptions: Life = () => [
  {
    program: [weekly(), monthly(), analysts()],
    faults: [slow("POST")],
    interruptAt: 1,
    command: up,
  },
  { command: up },
  {
    program: [titled(weekly(), "I"), titled(monthly(), "J")],
    faults: [slow("PUT")],
    interruptAt: 1,
    command: up,
  },
  { command: up },
  { faults: [slow("DELETE")], interruptAt: 1, command: destroy },
  { command: up },
  {
    program: [weekly(), monthly(), analysts()],
    faults: [slow("POST")],
    killAt: 1,
    command: up,
  },
  { command: up },
  { command: ["cancel", "--yes"] },
];
