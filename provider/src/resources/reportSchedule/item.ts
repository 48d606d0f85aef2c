import { z } from "zod";
import {
  anyBoolean,
  anyId,
  anyNumber,
  anyNumericId,
  anySet,
  anyText,
  maybe,
  openObject,
} from "../../definition/answers";
import type { Usual } from "../../definition/answers";

const timing = {
  frequency: maybe(anyText).describe("How often the platform sends the report."),
  daysToRun: maybe(anySet).describe("Days on which the platform sends the report."),
  hourOfDay: maybe(anyNumber).describe("Hour of the day in `timezone`."),
  minOfHour: maybe(anyNumber).describe("Minute of the hour."),
  timezone: maybe(anyText).describe("Time zone of the hour."),
  enabled: maybe(anyBoolean).describe("Whether the schedule is active."),
};

const item = {
  id: anyId.describe("Id of the schedule."),
  title: maybe(anyText).describe("Title of the report."),
  pageId: maybe(anyId).describe("Id of the page."),
  reportViewId: maybe(anyId).describe("Id of the report view."),
  viewName: maybe(anyText).describe("Name of the report view."),
  type: maybe(anyText).describe("Type of the report, in the platform's words."),
  ownerId: maybe(anyId).describe("Id of the user who owns the schedule."),
  embedViewId: maybe(anyId).describe("Id of the embedded view."),
  owner: maybe(anyBoolean).describe("Assumed: whether the token's user owns the schedule."),
  cardCount: maybe(anyNumber).describe("Number of cards in the report."),
  recipientCount: maybe(anyNumber).describe("Number of recipients."),
  cardId: maybe(anyId).describe("Id of the card."),
};

const when = "When the platform sends the report.";

/** An item of the schedule list, with all fields of the specification. Only the id is required. */
export const scheduleItem = openObject({
  ...item,
  schedule: maybe(openObject(timing)).describe(when),
});

/** A schedule as the fetch shows it: with the recipients, the attachment, and what the platform keeps for itself. */
export const wholeItem = openObject({
  ...item,
  subject: maybe(anyText),
  viewId: maybe(anyNumericId),
  attachmentInclude: maybe(anyBoolean),
  contextId: z.unknown().optional(),
  recentHistory: z.unknown().optional(),
  schedule: maybe(
    openObject({
      ...timing,
      additionalRecipients: maybe(z.array(openObject({ type: anyText, value: anyId }))),
      nextRunDate: z.unknown().optional(),
      ownerId: z.unknown().optional(),
    }),
  ),
});

/** The usual values of fields that a program has no argument for. Assumed: a schedule that has begun needs no start. */
export const usual: Usual = {
  active: { is: "`true`", has: (value) => String(value) === "true" },
  reportView: { is: "`true`", has: (value) => String(value) === "true" },
  viewType: { is: "`EMAIL`", has: (value) => String(value).toUpperCase() === "EMAIL" },
  subject: { is: "the title", has: (value, { title }) => title == null || value === title },
  "schedule.startDate": { is: "in the past", has: (value) => Number(value) <= Date.now() },
};

export type ScheduleItem = z.infer<typeof scheduleItem>;
