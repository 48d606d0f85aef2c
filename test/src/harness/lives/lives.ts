import {
  analysts,
  certified,
  mail,
  monthly,
  orders,
  weekly,
} from "../../engine/stacks/declarations";
import {
  up,
  refresh,
  destroy,
  preview,
  announce,
  titled,
  named,
  closed,
  opened,
  card,
  urnIn,
  editSchedules,
} from "./lifeParts";
import type { Life } from "./lifeParts";
import type { Entry } from "../sessions/session";
import { entryChange, failures, imports, interruptions, plans, reads } from "./eventfulLives";
import {
  dependentsOnAnotherProvider,
  destroysWithProgram,
  explicitProviders,
  targetsWithDependents,
} from "./providerLives";
import { replaceAll, resourceOptions, targets } from "./optionLives";

/** Lives that show each part of the engine; both engines must live them alike. */

/** One of everything that most programs do. */
export const usual: Life = () => [
  {
    program: [weekly(), closed(), mail(), orders(), certified(), announce("first")],
    command: preview,
  },
  { command: up },
  {
    program: [titled(weekly(), "Other"), opened(), mail(), card(), announce("again")],
    command: preview,
  },
  { command: up },
  {
    program: [titled(weekly(), "Third"), opened(), mail(), card(), announce("again")],
    faults: [{ method: "PUT", kind: "status", status: 403, times: 0 }],
    command: [...up, "--continue-on-error"],
  },
  { byHand: editSchedules, command: [...up, "--refresh"] },
  { command: destroy },
];

/** Commands that change the state alone, and what the engine makes of it. */
export const stateChanges: Life = (entry) => {
  const urn = urnIn(entry);
  return [
    { program: [weekly(), monthly(), analysts(), announce("a")], command: up },
    { command: ["state", "taint", urn("ReportSchedule", "monthly"), "--yes"] },
    { command: up },
    { command: ["state", "protect", urn("ReportSchedule", "weekly"), "--yes"] },
    { command: destroy },
    { command: ["state", "unprotect", "--all", "--yes"] },
    { command: ["state", "delete", urn("ReportSchedule", "weekly"), "--yes"] },
    {
      command: ["state", "delete", urn("ReportSchedule", "weekly"), "--target-dependents", "--yes"],
    },
    { command: ["state", "rename", urn("ReportSchedule", "monthly"), "renamed", "--yes"] },
    { program: [named(monthly(), "renamed"), analysts()], command: up },
    { command: ["stack", "export", "--file", "one.json"] },
    { program: [analysts()], command: up },
    { command: ["stack", "import", "--file", "one.json"] },
    { command: refresh },
    { command: ["stack", "init", "other"] },
    { command: ["stack", "select", "test"] },
    {
      command: [
        ...["state", "move", "--source", "test", "--dest", "other"],
        ...[urn("Group", "analysts"), "--yes"],
      ],
    },
    { command: ["stack", "select", "other"] },
    { command: ["stack", "rename", "third"] },
    { command: up },
    { command: ["stack", "rm", "--yes"] },
    { command: ["stack", "rm", "--yes", "--force"] },
    { command: ["stack", "select", "test"] },
  ];
};

/** Some make sense only for one entry. */
export const lives: Record<string, { life: Life; entries: readonly Entry[] }> = {
  usual: { life: usual, entries: ["dynamic", "plugin"] },
  stateChanges: { life: stateChanges, entries: ["dynamic", "plugin"] },
  targets: { life: targets, entries: ["dynamic", "plugin"] },
  replaceAll: { life: replaceAll, entries: ["dynamic", "plugin"] },
  resourceOptions: { life: resourceOptions, entries: ["dynamic", "plugin"] },
  failures: { life: failures, entries: ["dynamic", "plugin"] },
  reads: { life: reads, entries: ["dynamic", "plugin"] },
  plans: { life: plans, entries: ["dynamic", "plugin"] },
  imports: { life: imports, entries: ["plugin"] },
  entryChange: { life: entryChange, entries: ["plugin"] },
  explicitProviders: { life: explicitProviders, entries: ["plugin"] },
  targetsWithDependents: { life: targetsWithDependents, entries: ["dynamic", "plugin"] },
  dependentsOnAnotherProvider: { life: dependentsOnAnotherProvider, entries: ["plugin"] },
  destroysWithProgram: { life: destroysWithProgram, entries: ["dynamic", "plugin"] },
  interruptions: { life: interruptions, entries: ["dynamic", "plugin"] },
};
