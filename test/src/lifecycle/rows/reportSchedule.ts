import { moved, renamed } from "./instance";
import type { Change, Expected, Row } from "../row";

const path = "/api/content/v1/reportschedules";
const list = `GET ${path}`;
const one = `${path}/{scheduleId}`;

const updated: Expected = { documented: "refused", extended: "update" };
const same: Expected = { documented: "same", extended: "same" };
const refused: Expected = { documented: "refused", extended: "refused" };

/** The lists end with an empty page. */
const whole = [list, list];
const switched = [`PUT ${one}/enabled`];

const recipients = [
  { type: "USER", value: "1000001" },
  { type: "EMAIL", value: "Sales@Example.com" },
];

const changes: readonly Change[] = [
  { field: "title", expected: updated },
  { field: "pageId", expected: updated },
  { field: "viewId", expected: updated },
  { field: "attachmentInclude", expected: updated },
  { field: "schedule.frequency", expected: updated },
  { field: "schedule.daysToRun", expected: updated },
  { field: "schedule.daysToRun", how: "spelled otherwise", to: " thu,mon ", expected: same },
  { field: "schedule.daysToRun", how: "as numbers", to: "1,4", expected: updated },
  { field: "schedule.hourOfDay", expected: updated },
  { field: "schedule.minOfHour", expected: updated },
  { field: "schedule.timezone", expected: updated },
  { field: "schedule.timezone", how: "another name", to: "US/Eastern", expected: same },
  { field: "schedule.timezone", how: "taken out", removed: true, expected: same },
  { field: "schedule.enabled", expected: updated, calls: { extended: switched } },
  { field: "schedule.additionalRecipients", expected: updated },
  {
    field: "schedule.additionalRecipients",
    how: "spelled otherwise",
    to: recipients,
    expected: same,
  },
  {
    field: "schedule.additionalRecipients",
    how: "taken out",
    removed: true,
    expected: updated,
    leaves: [],
  },
  { field: "adopt", to: "42", expected: refused },
  {
    field: "adopt",
    how: "taken out",
    given: { adopt: "99" },
    removed: true,
    expected: same,
    adopted: {
      documented: { previewed: whole, created: whole },
      // What the list does not show may be otherwise.
      extended: { previewed: whole, created: [...whole, `GET ${one}`, `PUT ${one}`] },
    },
  },
  { field: "allowDuplicate", to: true, expected: same },
  renamed,
  moved({ documented: "refused", extended: "replace" }),
];

export const reportSchedule: Row = {
  resource: "ReportSchedule",
  apart: (inputs, n) => ({ ...inputs, title: `${String(inputs.title)} ${n}` }),
  documented: {
    create: [`POST ${path}`],
    // What was there before, and who the token's user is.
    before: [...whole, list],
    list: whole,
  },
  extended: {
    create: [`POST ${path}`],
    before: [...whole, list],
    update: [`GET ${one}`, `PUT ${one}`],
    delete: [`DELETE ${one}`],
    list: whole,
  },
  find: ({ state }, id) => state.schedules.find((schedule) => String(schedule.id) === id) as never,
  make({ state }, id, inputs) {
    const [theirs] = structuredClone(state.schedules);
    const schedule = { ...theirs?.schedule, ...(inputs.schedule as object) };
    state.schedules.push({ ...theirs, ...inputs, id, schedule } as never);
  },
  unseen: ["adopt", "allowDuplicate"],
  outputs: {
    reportViewId: (value, { found }) => value === String(found.viewId),
    ownerId: (value, { found }) => value === String(found.ownerId),
    nextRunDate: (value, { operations, inputs }) =>
      // Only the answer to a write tells it.
      (value === undefined && inputs.adopt !== undefined && operations === "documented") ||
      (Number(value) > Date.now() &&
        new Date(Number(value)).toISOString().endsWith("T08:30:00.000Z")),
  },
  changes,
  edits: [
    ...["title", "pageId", "viewId"].map((field) => ({
      field,
      expected: { documented: "update", extended: "update" } as const,
    })),
    ...["frequency", "daysToRun", "hourOfDay", "minOfHour", "timezone"].map((field) => ({
      field: `schedule.${field}`,
      expected: { documented: "update", extended: "update" } as const,
    })),
    {
      field: "schedule.enabled",
      expected: { documented: "update", extended: "update" },
      calls: switched,
    },
    // The list shows neither.
    { field: "attachmentInclude", expected: { documented: "same", extended: "same" } },
    { field: "schedule.additionalRecipients", expected: { documented: "same", extended: "same" } },
  ],
  losses: [
    {
      how: "deleted",
      expected: { documented: "create", extended: "create" },
      // Two lists have to lack it.
      calls: { documented: whole, extended: [`GET ${one}`] },
    },
  ],
};
