import { but, everywhere, withBody, type Fact } from "./fact.js";

const base = "/api/content/v1/reportschedules";

const requestFields = {
  title: "string",
  pageId: "integer",
  viewId: "integer",
  schedule: {
    frequency: "string",
    daysToRun: "string",
    hourOfDay: "integer",
    minOfHour: "integer",
    timezone: "string",
    enabled: "boolean",
    additionalRecipients: [{ type: "string", value: "string" }],
  },
  attachmentInclude: "boolean",
} as const;

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

const rhythm = {
  frequency: "string",
  daysToRun: "string",
  hourOfDay: "integer",
  minOfHour: "integer",
} as const;

const bodyErrors = [
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
  {
    when: "a recipient without a value",
    status: 400,
    request: withSchedule({ additionalRecipients: [{ type: "EMAIL" }] }),
    names: "schedule.additionalRecipients[0].value",
  },
].map((one) => ({ ...one, source: "GUESS" as const, body: "platform" as const }));

export const createReportSchedule: Fact = {
  name: "createReportSchedule",
  method: "POST",
  path: base,
  source: "SPEC",
  parts: { status: "EXT-D" },
  profile: "documented",
  requestFields,
  sampleRequest: sample,
  statuses: [200],
  responseFields: {
    id: "integer",
    reportViewId: "integer",
    pageId: "integer",
    title: "string",
    schedule: { ...rhythm, enabled: "boolean", nextRunDate: "integer" },
  },
  errors: [...everywhere, ...withBody, ...bodyErrors],
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
  responseFields: [
    {
      id: "integer",
      reportViewId: "integer",
      pageId: "integer",
      title: "string",
      viewName: "string",
      type: "string",
      ownerId: "integer",
      embedViewId: "integer",
      owner: "boolean",
      cardCount: "integer",
      recipientCount: "integer",
      cardId: "integer",
      schedule: { ...rhythm, timezone: "string", enabled: "boolean" },
    },
  ],
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
      source: "GUESS",
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
export const scheduleRhythm = rhythm;
export const scheduleFields = requestFields;
