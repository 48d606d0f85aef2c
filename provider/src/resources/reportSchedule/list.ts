import { listOf } from "../../definition/answers";
import type { Existing, ObjectList } from "../../definition/verbs";
import type { Instance } from "../../platform/instance";
import { readQueried } from "../../platform/lists";
import { routes } from "../../platform/routes";
import { scheduleItem } from "./item";
import type { ScheduleItem } from "./item";
import { toExisting } from "./wire";
import type { KnownSchedule } from "./wire";

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

/** All schedules that the platform shows to the caller. */
export async function listSchedules(instance: Instance): Promise<ObjectList<KnownSchedule>> {
  const filter = instance.settings.scheduleFilter;
  const listed = await readQueried(instance, idOfSchedule, schedulePages({ filter }));
  const items = [...listed.items.values()];
  const owned = new Set(items.filter(({ owner }) => owner === true).map((one) => one.ownerId));
  for (const ownerId of owned) noteOwner(instance, ownerId);
  return {
    ...listed,
    items: new Map(items.map((item): [string, Existing] => [item.id, toExisting(item)])),
    whyHidden({ ownerId }) {
      if (items.length === 0) return "the list of schedules is empty";
      const isShown = ownerId !== undefined && owned.has(ownerId);
      return isShown || filter === "ALL"
        ? undefined
        : "the list may not show schedules of its owner";
    },
  };
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
