import { everywhere, withBody, type ErrorCase, type Fact } from "./fact.js";
import { createReportSchedule, replaceSample, scheduleOf } from "./schedules.js";
import { recipient, rhythm, schedule } from "./specified-fields.js";

const path = "/api/content/v1/reportschedules/{scheduleId}";
const params = { scheduleId: { of: createReportSchedule, field: "id" } } as const;
const recipients = [recipient] as const;

const unknownSchedule: ErrorCase = {
  when: "a schedule that does not exist",
  source: "GUESS",
  status: 404,
  params: { scheduleId: "1" },
  body: "platform",
};

export const readReportSchedule: Fact = {
  name: "readReportSchedule",
  method: "GET",
  path,
  source: "EXT-D",
  parts: { answer: "EXT-O", "answer.viewType": "EXT-D" },
  profile: "extended",
  params,
  statuses: [200],
  responseFields: {
    id: "integer",
    title: "string",
    subject: "string",
    description: "string",
    type: "string",
    active: "boolean",
    attachmentInclude: "boolean",
    cardCount: "integer",
    cardId: "integer",
    contextId: "any",
    embedReport: "boolean",
    embedUrn: "string?",
    embedViewId: "integer",
    owner: "boolean",
    ownerId: "integer",
    pageId: "integer",
    recentHistory: "any",
    recipientCount: "integer",
    reportView: "boolean",
    reportViewId: "integer",
    viewId: "integer",
    viewName: "string",
    viewType: "string",
    schedule: {
      ...rhythm,
      timezone: "string",
      enabled: "boolean",
      additionalRecipients: recipients,
      unsubscribedRecipients: recipients,
      startDate: "integer",
      expirationDate: "integer?",
      nextRunDate: "integer",
      embedReport: "boolean",
      embedUrn: "string?",
      ownerId: "integer",
    },
  },
  errors: [...everywhere, unknownSchedule],
};

export const replaceReportSchedule: Fact = {
  name: "replaceReportSchedule",
  method: "PUT",
  path,
  source: "EXT-D",
  parts: {
    "request.schedule.startDate": "EXT-C",
    "request.schedule.ownerId": "EXT-C",
    "request.schedule.expirationDate": "GUESS",
    "request.schedule.embedReport": "GUESS",
    "request.schedule.embedUrn": "GUESS",
    "request.schedule.unsubscribedRecipients": "GUESS",
  },
  profile: "extended",
  params,
  requestFields: {
    ...schedule,
    reportViewId: "integer",
    reportView: "boolean",
    viewType: "string",
    subject: "string",
    active: "boolean",
    owner: "boolean",
    ownerId: "integer",
    recipientCount: "integer",
    schedule: {
      ...schedule.schedule,
      startDate: "integer",
      expirationDate: "integer?",
      ownerId: "integer",
      embedReport: "boolean",
      embedUrn: "string?",
      unsubscribedRecipients: recipients,
    },
  },
  sampleRequest: replaceSample,
  statuses: [200],
  responseFields: {
    id: "integer",
    reportViewId: "integer",
    pageId: "integer",
    title: "string",
    schedule: { ...rhythm, enabled: "boolean", timezone: "string", nextRunDate: "integer" },
  },
  errors: [
    ...everywhere,
    ...withBody,
    unknownSchedule,
    ...(["hourOfDay", "minOfHour", "startDate"] as const).map((field) => ({
      when: `a schedule without ${field}`,
      source: "EXT-C" as const,
      parts: { status: "GUESS" } as const,
      status: 400,
      request: scheduleOf({ startDate: 1700481600000, [field]: undefined }),
      names: `schedule.${field}`,
    })),
    {
      when: "a field of the read that cannot be written",
      source: "GUESS",
      status: 400,
      request: scheduleOf({ startDate: 1700481600000, nextRunDate: 1700481600000 }),
      names: "schedule.nextRunDate",
    },
  ],
};

export const enableReportSchedule: Fact = {
  name: "enableReportSchedule",
  method: "PUT",
  path: `${path}/enabled`,
  source: "EXT-D",
  profile: "extended",
  params,
  requestFields: "boolean",
  sampleRequest: false,
  statuses: [200],
  errors: [...everywhere, ...withBody, unknownSchedule],
};

export const readReportScheduleHistory: Fact = {
  name: "readReportScheduleHistory",
  method: "GET",
  path: `${path}/history`,
  source: "EXT-D",
  parts: {
    "answer[].startTime": "EXT-O",
    "answer[].endTime": "EXT-O",
    "answer[].recipients[]": "GUESS",
  },
  profile: "extended",
  params,
  query: { limit: "100", skip: "0" },
  statuses: [200],
  responseFields: [
    {
      id: "integer",
      reportId: "integer",
      reportTitle: "string",
      reportSubject: "string",
      startTime: "integer",
      endTime: "integer",
      automated: "boolean",
      cardCount: "integer",
      attachmentCount: "integer",
      toe: "string",
      status: "string",
      recipients: ["string"],
      problems: ["object"],
    },
  ],
  errors: [...everywhere, unknownSchedule],
};

export const deleteReportSchedule: Fact = {
  name: "deleteReportSchedule",
  method: "DELETE",
  path,
  source: "EXT-D",
  profile: "extended",
  params,
  statuses: [200],
  errors: [...everywhere, unknownSchedule],
};
