import { everywhere, withBody, type Fact } from "./fact.js";
import { createReportSchedule } from "./schedules.js";
import { notified, recipient } from "./specified-fields.js";

const base = "/api/content/v1/reportschedules";

const unknownSchedule = {
  when: "a schedule that does not exist",
  source: "SPEC",
  status: 404,
  params: { scheduleId: "1" },
} as const;

export const notifyReport: Fact = {
  name: "notifyReport",
  method: "POST",
  path: `${base}/{scheduleId}/notifications`,
  source: "SPEC",
  parts: { status: "EXT-D", "status.200": "GUESS" },
  profile: "documented",
  params: { scheduleId: { of: createReportSchedule, field: "id" } },
  requestFields: [notified],
  sampleRequest: [{ userId: 1000001, displayName: "Reader", emailAddress: "reader@example.com" }],
  statuses: [200, 202],
  errors: [
    ...everywhere,
    ...withBody,
    unknownSchedule,
    {
      when: "an unknown field of a recipient",
      source: "GUESS",
      status: 400,
      request: [{ emailAddress: "reader@example.com", colour: 1 }],
      names: "[0].colour",
    },
  ],
};

export const sendReportNow: Fact = {
  name: "sendReportNow",
  method: "POST",
  path: `${base}/{scheduleId}/sendnow`,
  source: "SPEC",
  parts: { status: "EXT-D" },
  profile: "documented",
  params: { scheduleId: { of: createReportSchedule, field: "id" } },
  requestFields: [recipient],
  sampleRequest: [{ type: "EMAIL", value: "reader@example.com" }],
  statuses: [200, 202],
  errors: [
    ...everywhere,
    ...withBody,
    unknownSchedule,
    {
      when: "a recipient that is not complete",
      source: "SPEC",
      parts: { status: "GUESS" },
      status: 400,
      request: [{ type: "EMAIL" }],
      names: "required parameters",
    },
    {
      when: "a send to nobody",
      source: "GUESS",
      status: 400,
      request: [],
      names: "required parameters",
    },
  ],
};

export const setScheduledReportEmails: Fact = {
  name: "setScheduledReportEmails",
  method: "PUT",
  path: `${base}/emails/enabled`,
  source: "SPEC",
  parts: { status: "EXT-D" },
  profile: "documented",
  requestFields: "boolean",
  sampleRequest: false,
  statuses: [200],
  errors: [
    ...everywhere,
    ...withBody,
    {
      when: "a string for the boolean",
      source: "SPEC",
      parts: { status: "GUESS" },
      status: 400,
      request: "true",
    },
  ],
};
