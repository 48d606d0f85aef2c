import { z } from "zod";
import type { Values } from "../definition/values";
import { maybe } from "../definition/fields";

/** The answer of GET by id, which is far wider than what PUT accepts. */
export const wideSchedule = z.looseObject({
  title: maybe(z.string()),
  subject: maybe(z.string()),
  viewId: maybe(z.number()),
  attachmentInclude: maybe(z.boolean()),
  reportViewId: maybe(z.number()),
  schedule: maybe(z.looseObject({})),
});

/** What PUT accepts beside the documented fields: it replaces the whole, so these are carried over. */
const carried = [
  "reportViewId",
  "reportView",
  "viewType",
  "subject",
  "active",
  "owner",
  "ownerId",
  "recipientCount",
];
const documentedTiming = [
  "frequency",
  "daysToRun",
  "hourOfDay",
  "minOfHour",
  "timezone",
  "enabled",
  "additionalRecipients",
];
const carriedTiming = [
  ...documentedTiming,
  "startDate",
  "expirationDate",
  "ownerId",
  "embedReport",
  "embedUrn",
  "unsubscribedRecipients",
];

interface Managed {
  title: string;
  pageId: number;
  viewId: number;
  schedule: Values;
  attachmentInclude: boolean;
}

/** The body of the specification. */
export function documentedBody(inputs: Managed): Managed {
  const { title, pageId, viewId, schedule, attachmentInclude } = inputs;
  return { title, pageId, viewId, schedule, attachmentInclude };
}

/** The body that changes a schedule to what the program says and leaves everything else as it is. */
export function scheduleBody(
  inputs: Managed,
  live: z.infer<typeof wideSchedule>,
  changed: readonly string[],
): Values {
  const timing = {
    ...pick(live.schedule ?? {}, carriedTiming),
    ...inputs.schedule,
  };
  // Taken out of the program: nobody is to get it any more, so the recipients are not carried over.
  if (changed.includes("schedule.additionalRecipients")) {
    timing.additionalRecipients = inputs.schedule.additionalRecipients ?? [];
  }
  // The platform refuses a schedule without a start.
  timing.startDate ??= Date.now();

  const body: Values = { ...pick(live, carried), ...documentedBody(inputs), schedule: timing };
  // What was imported and never declared.
  body.attachmentInclude ??= live.attachmentInclude;
  if (live.subject != null && live.subject === live.title) body.subject = inputs.title;
  if (live.reportViewId != null && live.reportViewId === live.viewId) {
    body.reportViewId = inputs.viewId;
  }
  return body;
}

function pick(from: Values, names: readonly string[]): Values {
  return Object.fromEntries(
    names.filter((name) => from[name] != null).map((name) => [name, from[name]]),
  );
}
