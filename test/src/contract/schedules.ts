import { but, everywhere, withBody, type ErrorCase, type Fact } from "./fact.js";
import * as fields from "./specified-fields.js";

const base = "/api/content/v1/reportschedules";

const schedule = {
  frequency: "WEEKLY",
  daysToRun: "MON",
  hourOfDay: 8,
  minOfHour: 30,
  timezone: "America/New_York",
  enabled: true,
  additionalRecipients: [{ type: "EMAIL", value: "reader@example.com" }],
};
const sample = {
  title: "Weekly sales",
  pageId: 1234567890,
  viewId: 987654321,
  schedule,
  attachmentInclude: true,
};
const withSchedule = (change: Record<string, unknown>) =>
  but(sample, { schedule: but(schedule, change) });

const unlisted = [
  { when: "an unknown field", status: 400, request: but(sample, { colour: 1 }), names: "colour" },
  {
    when: "an unknown field of the schedule",
    status: 400,
    request: withSchedule({ nextRunDate: 1 }),
    names: "schedule.nextRunDate",
  },
  {
    when: "an hour that no clock has",
    status: 400,
    request: withSchedule({ hourOfDay: 24 }),
    names: "schedule.hourOfDay",
  },
  {
    when: "a minute that no clock has",
    status: 400,
    request: withSchedule({ minOfHour: 60 }),
    names: "schedule.minOfHour",
  },
  {
    when: "a schedule without an hour",
    status: 400,
    request: withSchedule({ hourOfDay: undefined }),
    names: "schedule.hourOfDay",
  },
  {
    when: "a recipient without a value",
    status: 400,
    request: withSchedule({ additionalRecipients: [{ type: "EMAIL" }] }),
    names: "schedule.additionalRecipients[0].value",
  },
].map((one) => ({ ...one, source: "GUESS" as const, body: "platform" as const }));

const ofOtherType = [
  {
    when: "a page that is not a number",
    status: 400,
    request: but(sample, { pageId: "one" }),
    names: "pageId",
  },
  {
    when: "a frequency that is not a string",
    status: 400,
    request: withSchedule({ frequency: 7 }),
    names: "schedule.frequency",
  },
].map((one): ErrorCase => ({
  ...one,
  source: "SPEC",
  parts: { status: "GUESS", body: "GUESS" },
  body: "platform",
}));

export const createReportSchedule: Fact = {
  name: "createReportSchedule",
  method: "POST",
  path: base,
  source: "SPEC",
  parts: { status: "EXT-D" },
  profile: "documented",
  requestFields: fields.schedule,
  sampleRequest: sample,
  statuses: [200],
  responseFields: fields.createdSchedule,
  errors: [...everywhere, ...withBody, ...unlisted, ...ofOtherType],
};

export const listReportSchedules: Fact = {
  name: "listReportSchedules",
  method: "GET",
  path: base,
  source: "SPEC",
  parts: { status: "EXT-D", query: "EXT-D" },
  profile: "documented",
  query: {
    orderBy: "title",
    isAscending: "true",
    limit: "10",
    skip: "0",
    filter: "USER",
    title: "",
  },
  statuses: [200],
  responseFields: [fields.listedSchedule],
  errors: [
    ...everywhere,
    {
      when: "the schedules of everybody to a user without the grant",
      source: "EXT-C",
      parts: { body: "EXT-D" },
      status: 403,
      query: { filter: "ALL" },
      body: "text",
    },
    {
      when: "an order by a field that is none of the three",
      source: "SPEC",
      parts: { status: "GUESS" },
      status: 400,
      query: { orderBy: "colour" },
      names: "orderBy",
    },
  ],
};

export const replaceSample = but(sample, {
  subject: "Weekly sales",
  schedule: { ...schedule, startDate: 1700481600000 },
});

export const scheduleSample = sample;
export const scheduleOf = withSchedule;
