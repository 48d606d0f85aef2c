import type { z } from "zod";
import { listOf } from "../../definition/answers";
import type { Existing, ObjectList } from "../../definition/verbs";
import type { Instance } from "../../platform/instance";
import { idOf, readQueried } from "../../platform/lists";
import type { QueriedList } from "../../platform/lists";
import { routes } from "../../platform/routes";
import { hasCode } from "../../messages/errors";
import { wholeItem } from "./item";
import type { ScheduleItem } from "./item";
import { toExisting } from "./bodies";
import type { KnownSchedule } from "./bodies";

/** The requested page size. The server may send fewer rows. */
const pageSize = 500;

/** The list of schedules. The specification does not show the names of its parameters. They were observed. */
export const scheduleList = <Item extends ScheduleItem>(
  item: z.ZodType<Item>,
  asked: QueriedList<Item>["asked"],
  firstPage = pageSize,
): QueriedList<Item> => ({
  operation: "list report schedules",
  route: routes.listSchedules,
  answer: listOf(item),
  asked,
  // Without an explicit order, a schedule can move to another page between two requests.
  order: { orderBy: "title", isAscending: true },
  size: (skip) => ({ limit: skip === 0 ? Math.max(1, Math.min(firstPage, pageSize)) : pageSize }),
  skip: "skip",
});

/** All schedules that the platform shows to the caller. */
export async function listSchedules(instance: Instance): Promise<ObjectList<KnownSchedule>> {
  const filter = instance.settings.scheduleFilter;
  const read = (asked: { filter?: string }) =>
    readQueried(instance, idOf, scheduleList(wholeItem, asked));
  const listed = await read({ filter }).catch(async (error: unknown) => {
    if (filter === undefined || !hasCode(error, "rejected")) throw error;
    const partial = `the platform refuses \`platform:scheduleFilter\` (${filter})`;
    return { ...(await read({})), complete: false, partial };
  });
  const items = [...listed.items.values()];
  const owned = new Set(items.filter(({ owner }) => owner === true).map((one) => one.ownerId));
  for (const ownerId of owned) noteOwner(instance, ownerId);
  return {
    ...listed,
    items: new Map(items.map((item): [string, Existing] => [item.id, toExisting(item)])),
    whyHidden({ ownerId }) {
      if (items.length === 0)
        return "the list of schedules is empty, which a token without rights also gets";
      const isShown = ownerId !== undefined && owned.has(ownerId);
      return isShown || filter === "ALL"
        ? undefined
        : "the list may not show schedules of its owner";
    },
  };
}

/** By owner, the number of answers which show that the token can see or change schedules of this owner. */
const owners = new WeakMap<Instance, Map<string | undefined, number>>();
/** A single answer could come from another instance. */
export const enoughAnswers = 2;

/** Notes that the token can see schedules of this owner. After a successful delete, this is certain. */
export function noteOwner(instance: Instance, ownerId: string | undefined, answers = 1): void {
  const known = owners.get(instance) ?? new Map<string | undefined, number>();
  owners.set(instance, known.set(ownerId, (known.get(ownerId) ?? 0) + answers));
}

/** Whether this process saw that the token can see schedules of this owner. */
export const hasMetOwner = (instance: Instance, ownerId: string | undefined): boolean =>
  ownerId !== undefined && (owners.get(instance)?.get(ownerId) ?? 0) >= enoughAnswers;

/** The id of the user of the token, from a schedule of this user; undefined if no schedule shows it. */
export function callerId(instance: Instance): Promise<string | undefined> {
  return instance
    .lasting("caller", async () => {
      const list = scheduleList(wholeItem, {}, 1);
      const { items } = await readQueried(instance, idOf, list, ({ size }) => size > 0);
      return [...items.values()].find((item) => item.owner === true)?.ownerId;
    })
    .catch(() => undefined);
}
