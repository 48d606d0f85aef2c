import type { Id } from "../ids.js";
import { between, boolean, id, integer, list, nullable, record, string, text } from "../schema.js";
import type { Recipient } from "../state.js";

/** The body of a schedule. Fields that the specification does not have belong to the extended profile. */
export interface ScheduleBody {
  title?: string;
  subject?: string;
  pageId?: Id;
  viewId?: Id;
  reportViewId?: Id;
  reportView?: boolean;
  viewType?: string;
  active?: boolean;
  ownerId?: Id;
  attachmentInclude?: boolean;
  schedule: {
    frequency?: string;
    daysToRun?: string;
    hourOfDay: number;
    minOfHour: number;
    timezone?: string;
    enabled?: boolean;
    additionalRecipients?: (Recipient & { email?: string | null })[];
    unsubscribedRecipients?: Recipient[];
    startDate?: number;
    expirationDate?: number | null;
    ownerId?: Id;
    embedReport?: boolean;
    embedUrn?: string | null;
  };
}

const recipient = { type: text, value: text };
const body = {
  title: text,
  pageId: id,
  viewId: id,
  attachmentInclude: boolean,
};
const timing = {
  frequency: text,
  daysToRun: string,
  hourOfDay: between(0, 23),
  minOfHour: between(0, 59),
  timezone: text,
  enabled: boolean,
  additionalRecipients: list(record(recipient, ["type", "value"])),
};
const widerBody = {
  ...body,
  reportViewId: id,
  reportView: boolean,
  viewType: string,
  subject: string,
  active: boolean,
  owner: boolean,
  ownerId: id,
  recipientCount: integer,
};
const widerTiming = {
  ...timing,
  // Clients also send an address. No read shows it.
  additionalRecipients: list(record({ ...recipient, email: nullable(string) }, ["type", "value"])),
  unsubscribedRecipients: list(record(recipient, ["type", "value"])),
  startDate: integer,
  expirationDate: nullable(integer),
  ownerId: id,
  embedReport: boolean,
  embedUrn: nullable(string),
};

// The specification does not say which fields are required. Without these a schedule cannot run.
const neededTiming = ["frequency", "hourOfDay", "minOfHour"];
// Strict: nothing but the specification says what a platform fills in.
export const createBody = record(
  { ...body, schedule: record(timing, [...neededTiming, "enabled"]) },
  ["title", "pageId", "viewId", "schedule"],
);
export const extendedCreateBody = record(
  { ...widerBody, schedule: record(widerTiming, neededTiming) },
  ["viewId", "schedule"],
);
export const replaceBody = record(
  { ...widerBody, schedule: record(widerTiming, ["hourOfDay", "minOfHour", "startDate"]) },
  ["schedule"],
);
export const notificationBody = list(
  record({ userId: id, displayName: string, emailAddress: string }),
);
export const extendedNotificationBody = list(
  record({ userId: id, displayName: string, emailAddress: string, groupId: id }),
);
export const sendBody = list(record({ type: string, value: string }));
export const extendedSendBody = list(
  record({ type: string, value: string, email: nullable(string) }),
);

/** Real clients send the time of day as strings, and the platform accepts them. The specification has integers. */
export function coerceTimes(body: unknown): void {
  const timing = (body as { schedule?: Record<string, unknown> } | null)?.schedule;
  if (!timing || typeof timing !== "object") return;
  for (const field of ["hourOfDay", "minOfHour"]) {
    const value = timing[field];
    if (typeof value === "string" && /^\d+$/.test(value)) timing[field] = Number(value);
  }
}
