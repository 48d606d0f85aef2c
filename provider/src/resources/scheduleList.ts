import type { z } from "zod";
import {
  anyBoolean,
  anyId,
  anyNumber,
  anySet,
  anyText,
  listOf,
  maybe,
  openObject,
} from "../definition/answers";
import type { Instance } from "../platform/instance";
import { readQueried } from "../platform/lists";
import { routes } from "../platform/routes";

/** An item of the schedule list: all fields of the specification, each optional but the id. */
export const scheduleItem = openObject({
  id: anyId.describe("Id of the schedule."),
  title: maybe(anyText).describe("Title of the report."),
  pageId: maybe(anyNumber).describe("Id of the page."),
  reportViewId: maybe(anyId).describe("Id of the report view."),
  viewName: maybe(anyText).describe("Name of the report view."),
  type: maybe(anyText).describe("Type of the report, in the platform's words."),
  ownerId: maybe(anyId).describe("Id of the user who owns the schedule."),
  embedViewId: maybe(anyId).describe("Id of the embedded view."),
  owner: maybe(anyBoolean).describe("Whether the token's user owns the schedule."),
  cardCount: maybe(anyNumber).describe("Number of cards in the report."),
  recipientCount: maybe(anyNumber).describe("Number of recipients."),
  cardId: maybe(anyId).describe("Id of the card."),
  schedule: maybe(
    openObject({
      frequency: maybe(anyText).describe("How often the platform sends the report."),
      daysToRun: maybe(anySet).describe("Days on which the platform sends the report."),
      hourOfDay: maybe(anyNumber).describe("Hour of the day in `timezone`."),
      minOfHour: maybe(anyNumber).describe("Minute of the hour."),
      timezone: maybe(anyText).describe("Time zone of the hour."),
      enabled: maybe(anyBoolean).describe("Whether the schedule is active."),
    }),
  ).describe("When the platform sends the report."),
});

export type ScheduleItem = z.infer<typeof scheduleItem>;

/** The page size that is asked for; the server may send less. */
const pageSize = 500;

/** Parameters of the list by the names that are seen in use; the specification does not name them. */
interface ScheduleQuery {
  filter?: string;
  title?: string;
  orderBy?: string;
  isAscending?: boolean;
  limit?: number;
}

export const idOfSchedule = ({ id }: ScheduleItem): string => id;

export function schedulePages(query: ScheduleQuery) {
  return (skip: number) => ({
    operation: "list report schedules",
    route: routes.listSchedules,
    // Without an explicit order the pages shift against each other.
    query: { orderBy: "title", isAscending: true, limit: pageSize, ...query, skip },
    answer: listOf(scheduleItem),
  });
}

/** All schedules that the platform shows to the caller; `again` is a second list, for what the first lacks. */
export async function scheduleList(
  instance: Instance,
  when: "shared" | "again" | "baseline" | "fresh" = "shared",
) {
  const filter = instance.settings.scheduleFilter;
  const { items, complete, partial } = await instance.list(
    when === "again" ? "schedules again" : "schedules",
    async () => {
      const listed = await readQueried(instance, idOfSchedule, schedulePages({ filter }));
      const own = [...listed.items.values()].filter(({ owner }) => owner === true);
      for (const ownerId of new Set(own.map((one) => one.ownerId))) noteOwner(instance, ownerId);
      return listed;
    },
    when === "again" ? "shared" : when,
  );
  /** Why the list may show no schedule of that owner; undefined where it would show them. */
  const whyHidden = (ownerId: string | undefined) => {
    if (items.size === 0) return "the list of schedules is empty";
    const isShown = ({ owner, ownerId: id }: ScheduleItem) => owner === true && id === ownerId;
    const shows = ownerId !== undefined && [...items.values()].some(isShown);
    return shows || filter === "ALL" ? undefined : "the list may not show schedules of its owner";
  };
  /** Why the list may lack a schedule of that owner; undefined where the list is evidence. */
  const whyIncomplete = (ownerId: string | undefined) => {
    if (partial !== undefined) return `the list of schedules may be cut: ${partial}`;
    if (!complete && items.size > 0)
      return "the list of schedules does not have the form that is expected";
    return whyHidden(ownerId);
  };
  return { items, complete, whyIncomplete, whyHidden };
}

/** How many answers showed of an owner that the token is theirs: one alone can be of another instance. */
const owners = new WeakMap<Instance, Map<string | undefined, number>>();
export const enoughAnswers = 2;

/** Notes that the token of a run can see or, as a delete shows for good, change schedules of this owner. */
export function noteOwner(instance: Instance, ownerId: string | undefined, answers = 1): void {
  const known = owners.get(instance) ?? new Map<string | undefined, number>();
  owners.set(instance, known.set(ownerId, (known.get(ownerId) ?? 0) + answers));
}

/** Whether this process has met schedules of that owner. */
export const hasMetOwner = (instance: Instance, ownerId: string | undefined): boolean =>
  ownerId !== undefined && (owners.get(instance)?.get(ownerId) ?? 0) >= enoughAnswers;

/** The id of the token's user, from any schedule of that user; undefined where no schedule tells it. */
export function callerId(instance: Instance): Promise<string | undefined> {
  return instance
    .lasting("caller", async () => {
      const { items } = await readQueried(instance, idOfSchedule, schedulePages({ limit: 1 }), 1);
      return [...items.values()].find((item) => item.owner === true)?.ownerId;
    })
    .catch(() => undefined);
}
