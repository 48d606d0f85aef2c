import { Collection } from "../collection.js";
import { compareIds, type Id } from "../ids.js";
import {
  booleanQuery,
  idQuery,
  integerQuery,
  numericId,
  ok,
  oneOfQuery,
  HttpError,
  type Answer,
  type Context,
  type RouteDeclaration,
} from "../route.js";
import { boolean } from "../schema.js";
import type { StoredSchedule } from "../state.js";
import {
  coerceTimes,
  createBody,
  extendedCreateBody,
  replaceBody,
  type ScheduleBody,
} from "./scheduleBodies.js";
import { created, listItem, nextRunDate, replaced, storedFrom, details } from "./scheduleViews.js";

const base = "/api/content/v1/reportschedules";

export const schedules = new Collection("schedules", {
  path: base,
  param: "scheduleId",
  object: "report schedule",
  lastId: "schedule",
  isVisible: ({ ownerId }, { state, user }) =>
    ownerId === user || state.grants.readSchedulesOfOthers,
  shown: details,
});

export const routes: RouteDeclaration[] = [
  schedules.create<ScheduleBody>({
    source: "SPEC",
    summary: "Create a report schedule",
    bodySchema: createBody,
    extendedBodySchema: extendedCreateBody,
    extendedCoerce: coerceTimes,
    make(body, { user, now }) {
      if (body.title === undefined && body.subject === undefined) {
        throw new HttpError(400, "title is required");
      }
      return storedFrom(body, { ownerId: user, startDate: now });
    },
    answer: (schedule, { now }) => created(schedule, now),
  }),
  {
    method: "GET",
    path: base,
    source: "SPEC",
    summary: "List report schedules",
    handler: list,
  },
  {
    method: "PUT",
    path: `${base}/emails/enabled`,
    source: "SPEC",
    summary: "Enable or disable scheduled report e-mails",
    bodySchema: boolean,
    handler: (context) => {
      context.state.scheduledReportEmails = context.body as boolean;
      return ok();
    },
  },
  schedules.fetch({ source: "EXT-D", summary: "Read one report schedule" }),
  {
    method: "PUT",
    path: `${base}/{scheduleId}`,
    source: "EXT-D",
    summary: "Replace a report schedule; fields that are left out are lost",
    bodySchema: replaceBody,
    extendedCoerce: coerceTimes,
    handler: replace,
  },
  {
    method: "DELETE",
    path: `${base}/{scheduleId}`,
    source: "EXT-D",
    summary: "Delete a report schedule",
    handler: (context) => {
      schedules.remove(context, [findOwn(context)]);
      return ok();
    },
  },
  {
    method: "DELETE",
    path: base,
    source: "EXT-D",
    summary: "Delete the report schedules of a page",
    handler: (context) => {
      const pageId = idQuery(context, "pageId");
      schedules.remove(
        context,
        context.state.schedules.filter((one) => one.pageId === pageId && mayChange(context, one)),
      );
      return ok();
    },
  },
  {
    method: "PUT",
    path: `${base}/{scheduleId}/enabled`,
    source: "EXT-D",
    summary: "Enable or disable one report schedule",
    bodySchema: boolean,
    handler: (context) => {
      findOwn(context).schedule.enabled = context.body as boolean;
      return ok();
    },
  },
  {
    method: "GET",
    path: `${base}/views/{viewId}`,
    source: "EXT-D",
    summary: "Read the report schedule of a view",
    handler: (context) => ok(details(findOfView(context), context)),
  },
];

function list(context: Context): Answer {
  const { state, user } = context;
  // The specification filters by the type of the schedule, and shows no values.
  const filters = ["USER", "OWNER", "RECIPIENT", "ALL", "RECURRING"] as const;
  const filter = oneOfQuery(context, "filter", filters) ?? "USER";
  if (filter === "ALL" && !state.grants.manageAllContent) {
    throw new HttpError(403, "The grant to manage all content is required for filter=ALL", "text");
  }
  const address = state.users.find(({ id }) => id === user)?.emailAddress;
  const receives = (one: StoredSchedule) =>
    one.schedule.additionalRecipients.some(
      ({ type, value }) =>
        (type === "USER" && value === String(user)) || (type === "EMAIL" && value === address),
    );
  const title = (context.query["title"] ?? "").toLowerCase();
  const found = state.schedules
    .filter((one) => {
      if (filter === "ALL") return true;
      if (filter === "RECIPIENT") return receives(one);
      return one.ownerId === user && (filter !== "RECURRING" || one.type === filter);
    })
    .filter((one) => one.title.toLowerCase().includes(title));

  const orderBy = oneOfQuery(context, "orderBy", ["startDate", "nextRunDate", "title"]);
  const direction = booleanQuery(context, "isAscending", false) ? 1 : -1;
  const dates = new Map(
    found.map((one) => [
      one,
      orderBy === "nextRunDate" ? nextRunDate(one, context.now) : one.schedule.startDate,
    ]),
  );
  const compare = (a: StoredSchedule, b: StoredSchedule): number => {
    if (orderBy === "title") return a.title < b.title ? -1 : a.title > b.title ? 1 : 0;
    return (dates.get(a) ?? 0) - (dates.get(b) ?? 0);
  };
  found.sort((a, b) => direction * (compare(a, b) || compareIds(a.id, b.id)));

  const ordered = context.list(found, orderBy !== undefined);
  const limit = integerQuery(context, "limit", 0);
  const page = context.page(ordered, integerQuery(context, "skip", 0), limit || undefined);
  return ok(page.map((one) => listItem(one, user)));
}

function replace(context: Context): Answer {
  const { state } = context;
  const old = findOwn(context);
  const body = context.body as ScheduleBody;
  const ownerId = newOwner(context, old, body);
  const { startDate } = old.schedule;
  const stored = { id: old.id, ...storedFrom(body, { ownerId, startDate }) };
  state.schedules[state.schedules.indexOf(old)] = stored;
  return ok(replaced(stored, context.now));
}

/** The owner changes only if both fields name the new owner. */
function newOwner(context: Context, old: StoredSchedule, body: ScheduleBody): Id {
  const outer = body.ownerId ?? old.ownerId;
  const inner = body.schedule.ownerId ?? old.ownerId;
  if (outer === old.ownerId || inner === old.ownerId) return old.ownerId;
  if (outer !== inner) throw new HttpError(400, "ownerId and schedule.ownerId differ");
  if (!context.state.users.some(({ id }) => id === outer)) {
    throw new HttpError(400, `ownerId ${outer} is not a user`);
  }
  return outer;
}

/** The schedule of the view in the path. */
export function findOfView(context: Context): StoredSchedule {
  const viewId = numericId(context, "viewId");
  const found = context.state.schedules.find((one) => one.viewId === viewId);
  if (!found) throw new HttpError(404, `view ${viewId} has no report schedule`);
  return found;
}

/** Finds a schedule to change or send. The specification does not say who may do that. */
export function findOwn(context: Context): StoredSchedule {
  const found = schedules.named(context);
  if (context.profile === "extended" && !mayChange(context, found)) {
    throw new HttpError(403, `report schedule ${found.id} belongs to another user`, "text");
  }
  return found;
}

const mayChange = (context: Context, one: StoredSchedule): boolean =>
  one.ownerId === context.user || context.state.grants.manageAllContent;
