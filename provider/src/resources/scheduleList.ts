import { z } from "zod";
import type { Values } from "../definition/values";
import type { Candidate, Existing } from "../definition/verbs";
import { anyId, maybe } from "../definition/fields";
import { PlatformError } from "../wire/errors";
import type { Instance } from "../platform/instance";

export const schedulesPath = "/api/content/v1/reportschedules";
export const schedulePath = (id: string) => `${schedulesPath}/${encodeURIComponent(id)}`;

/** An item of the schedule list: the specification's list item, each field optional but the id. */
export const scheduleItem = z.object({
  id: anyId.describe("Id of the schedule."),
  title: maybe(z.string()).describe("Title of the report."),
  pageId: maybe(z.number()).describe("Id of the page."),
  reportViewId: maybe(anyId).describe("Id of the report view."),
  viewName: maybe(z.string()).describe("Name of the report view."),
  type: maybe(z.string()).describe("Kind of the report, as the platform names it."),
  ownerId: maybe(anyId).describe("Id of the user who owns the schedule."),
  embedViewId: maybe(anyId).describe("Id of the embedded view."),
  owner: maybe(z.boolean()).describe("Whether the token's user owns the schedule."),
  cardCount: maybe(z.number()).describe("Number of cards in the report."),
  recipientCount: maybe(z.number()).describe("Number of recipients."),
  cardId: maybe(anyId).describe("Id of the card, for the report of a single card."),
  schedule: maybe(
    z.object({
      frequency: maybe(z.string()).describe("How often the report is sent."),
      daysToRun: maybe(z.string()).describe("Days on which it is sent, separated by commas."),
      hourOfDay: maybe(z.coerce.number()).describe("Hour of the day in `timezone`."),
      minOfHour: maybe(z.coerce.number()).describe("Minute of the hour."),
      timezone: maybe(z.string()).describe("Time zone of the hour."),
      enabled: maybe(z.boolean()).describe("Whether the schedule is active."),
    }),
  ).describe("When the report is sent."),
});

export type ScheduleItem = z.infer<typeof scheduleItem>;

/** As much as a page is asked to hold; the server may well give less. */
const pageSize = 500;

/** Parameters of the list by the names that are seen in use; the specification does not name them. */
export interface ScheduleQuery {
  filter?: string;
  title?: string;
  orderBy?: string;
  isAscending?: boolean;
}

export function schedulePages(query: ScheduleQuery) {
  return (skip: number) => ({
    operation: "list report schedules",
    method: "GET" as const,
    path: schedulesPath,
    // Without an explicit order the pages shift against each other.
    query: { orderBy: "title", isAscending: true, ...query, limit: pageSize, skip },
    answer: z.array(scheduleItem),
  });
}

/** All schedules that the caller is shown; `again` is a second list, for what the shared one lacks. */
export async function scheduleList(
  instance: Instance,
  when: "shared" | "again" | "baseline" | "fresh" = "shared",
) {
  const filter = instance.settings.scheduleFilter;
  const { items, complete } = await instance.list(
    when === "again" ? "schedules again" : "schedules",
    ({ id }) => id,
    schedulePages({ filter }),
    when === "again" ? "shared" : when,
  );
  /** Whether a schedule of that owner would be in the list if it existed. */
  const shows = (ownerId: string | undefined) =>
    filter === "ALL" ||
    (ownerId !== undefined &&
      [...items.values()].some((item) => item.owner === true && item.ownerId === ownerId));
  return { items, complete, shows };
}

/** The id of the token's user, from any schedule of theirs; undefined where it cannot be learnt. */
export function callerId(instance: Instance): Promise<string | undefined> {
  return instance
    .lasting("caller", async () => {
      const page = await instance.send({
        ...schedulePages({})(0),
        query: { orderBy: "title", isAscending: true, limit: 1, skip: 0 },
      });
      return page.find((item) => item.owner === true)?.ownerId;
    })
    .catch(() => undefined);
}

/** A schedule by its id (extended); undefined where the platform says that there is none. */
export async function scheduleAt(instance: Instance, id: string, operation: string) {
  try {
    return await instance.send({
      operation,
      method: "GET",
      path: schedulePath(id),
      answer: scheduleItem,
    });
  } catch (error) {
    if (error instanceof PlatformError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** A list item as an object that no program has declared. */
export function existing(item: ScheduleItem): Existing {
  const { id, title, pageId, schedule, reportViewId, ownerId, recipientCount } = item;
  return {
    id,
    // The specification calls `viewId` the id of the report view.
    live: { title, pageId, viewId: reportViewId && Number(reportViewId), schedule },
    outputs: { reportViewId, ownerId, __recipientCount: recipientCount },
    unseen: ["attachmentInclude", "schedule.additionalRecipients", "viewId"],
  };
}

/** A list item as a reading of the managed schedule. */
export function project(
  item: ScheduleItem,
  state: { viewId: number; reportViewId?: string; __recipientCount?: number; title: string },
): Candidate["reading"] {
  const { title, pageId, schedule, reportViewId, ownerId, recipientCount } = item;
  // The list shows only the report view's id: it speaks for `viewId` where the two were the same.
  const sameIds = String(state.viewId) === state.reportViewId;
  const live: Values = {
    title,
    pageId,
    viewId: sameIds && reportViewId !== undefined ? Number(reportViewId) : state.viewId,
    schedule,
  };
  const first = state.__recipientCount ?? recipientCount;
  const warning =
    recipientCount !== undefined && recipientCount !== first
      ? `Report schedule ${item.id} "${state.title}" has ${recipientCount} recipients; it had ${first} when first read. The list does not show who they are: look at the instance.`
      : undefined;
  return {
    found: "present",
    live,
    outputs: {
      reportViewId: reportViewId ?? state.reportViewId,
      ownerId,
      __recipientCount: first,
    },
    warning,
  };
}
