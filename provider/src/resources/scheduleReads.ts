import type { Existing, Reading, Verb } from "../definition/verbs";
import type { Instance } from "../platform/instance";
import { routes } from "../platform/routes";
import { hasMetOwner, scheduleItem, scheduleList } from "./scheduleList";
import { scheduleDetail, toReading, withDetails } from "./scheduleWire";
import type { KnownSchedule } from "./scheduleWire";

/** How report schedules are read: from one list that serves all of them, and where that is no proof, by id. */

type Read = Verb<(instance: Instance, id: string, state: KnownSchedule) => Promise<Reading>> & {
  shared: true;
};

export const documentedRead: Read = {
  calls: [{ route: routes.listSchedules }],
  shared: true,
  async run(instance, id, state) {
    // While others delete, objects move to pages that were read already: two lists have to lack it.
    const first = await scheduleList(instance);
    const list = first.items.has(id) ? first : await scheduleList(instance, "again");
    const item = list.items.get(id);
    if (item) return toReading(item, state);
    const why = list.whyIncomplete(state.ownerId);
    if (why === undefined) return { found: "absent" };
    const isWhole = why === list.whyHidden(state.ownerId);
    return { found: "unknown", why, ...(isWhole && { isShownToOwner: true }) };
  },
};

export const extendedRead: Read = {
  calls: [
    { route: routes.listSchedules },
    { route: routes.fetchSchedule, when: "if the list lacks the schedule" },
  ],
  shared: true,
  async run(instance, id, state) {
    const list = await instance.evidence(
      "the shared list of report schedules",
      "Pulumi reads each report schedule by its own call instead.",
      () => scheduleList(instance),
    );
    const item = list?.items.get(id) ?? (await fetchSchedule(instance, id));
    if (item) return toReading(item, state);
    if (list === undefined) {
      return { found: "unknown", why: "it answered 404, and does not list report schedules" };
    }
    // Another user's token shows other schedules, and answers 404 to these. What this run met or deleted is proof.
    const whyHidden = hasMetOwner(instance, state.ownerId)
      ? undefined
      : list.whyHidden(state.ownerId);
    if (whyHidden !== undefined) {
      return { found: "unknown", why: whyHidden, isMissing: true, isShownToOwner: true };
    }
    const other = await notFetched(instance, list.items);
    if (other === undefined) return { found: "absent" };
    const why = `it answered 404, but also to report schedule ${other}, which its list shows`;
    return { found: "unknown", why };
  },
};

/**
 * The id of a schedule that is listed and that the instance does not fetch: one without this operation answers 404
 * to every id. A schedule that a later list lacks was deleted meanwhile, and says nothing.
 */
function notFetched(
  instance: Instance,
  listed: ReadonlyMap<string, unknown>,
): Promise<string | undefined> {
  return instance.shared("a listed schedule that is not fetched", async () => {
    for (let items = listed; ;) {
      const [id] = items.keys();
      if (id === undefined || (await fetchSchedule(instance, id)) !== undefined) return undefined;
      ({ items } = await scheduleList(instance, "fresh"));
      if (items.has(id)) return id;
    }
  });
}

/** What the list does not tell: who gets the report, with or without an attachment. */
export async function scheduleDetails(instance: Instance, listed: Existing): Promise<Existing> {
  const found = await instance.find({
    operation: `read report schedule ${listed.id}`,
    route: routes.fetchSchedule,
    params: { scheduleId: listed.id },
    answer: scheduleDetail,
  });
  return found ? withDetails(listed, found) : listed;
}

function fetchSchedule(instance: Instance, id: string) {
  return instance.find({
    operation: `read report schedule ${id}`,
    route: routes.fetchSchedule,
    params: { scheduleId: id },
    answer: scheduleItem,
  });
}
