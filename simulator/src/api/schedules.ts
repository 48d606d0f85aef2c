import {
  bodyAs,
  booleanQuery,
  integerQuery,
  numericId,
  ok,
  oneOfQuery,
  HttpError,
  type Answer,
  type Context,
  type Route,
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

export const scheduleRoutes: Route[] = [
  {
    method: "POST",
    path: base,
    source: "SPEC",
    profile: "documented",
    summary: "Create a report schedule",
    bodySchema: createBody,
    extendedBodySchema: extendedCreateBody,
    coerce: coerceTimes,
    handler: create,
  },
  {
    method: "GET",
    path: base,
    source: "SPEC",
    profile: "documented",
    summary: "List report schedules",
    handler: list,
  },
  {
    method: "PUT",
    path: `${base}/emails/enabled`,
    source: "SPEC",
    profile: "documented",
    summary: "Enable or disable scheduled report e-mails",
    bodySchema: boolean,
    handler: (context) => {
      context.state.scheduledReportEmails = bodyAs<boolean>(context);
      return ok();
    },
  },
  {
    method: "GET",
    path: `${base}/{scheduleId}`,
    source: "EXT-D",
    profile: "extended",
    summary: "Read one report schedule",
    handler: (context) => ok(details(find(context), context)),
  },
  {
    method: "PUT",
    path: `${base}/{scheduleId}`,
    source: "EXT-D",
    profile: "extended",
    summary: "Replace a report schedule; fields that are left out are lost",
    bodySchema: replaceBody,
    coerce: coerceTimes,
    handler: replace,
  },
  {
    method: "DELETE",
    path: `${base}/{scheduleId}`,
    source: "EXT-D",
    profile: "extended",
    summary: "Delete a report schedule",
    handler: (context) => {
      remove(context, [findOwn(context)]);
      return ok();
    },
  },
  {
    method: "DELETE",
    path: base,
    source: "EXT-D",
    profile: "extended",
    summary: "Delete the report schedules of a page",
    handler: (context) => {
      if (!context.query["pageId"]) throw new HttpError(400, "query parameter pageId is required");
      const pageId = integerQuery(context, "pageId", 0);
      remove(
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
    profile: "extended",
    summary: "Enable or disable one report schedule",
    bodySchema: boolean,
    handler: (context) => {
      findOwn(context).schedule.enabled = bodyAs<boolean>(context);
      return ok();
    },
  },
  {
    method: "GET",
    path: `${base}/views/{viewId}`,
    source: "EXT-D",
    profile: "extended",
    summary: "Read the report schedule of a view",
    handler: (context) => {
      const viewId = numericId(context, "viewId");
      const found = context.state.schedules.find((one) => one.viewId === viewId);
      if (!found) throw new HttpError(404, `view ${viewId} has no report schedule`);
      return ok(details(found, context));
    },
  },
];

function create(context: Context): Answer {
  const body = bodyAs<ScheduleBody>(context);
  if (body.title === undefined && body.subject === undefined) {
    throw new HttpError(400, "title is required");
  }
  const stored = storedFrom(body, {
    id: ++context.state.lastIds.schedule,
    ownerId: context.user,
    startDate: context.now,
  });
  context.state.schedules.push(stored);
  return ok(created(stored, context.now));
}

function list(context: Context): Answer {
  const { state, user } = context;
  const filter = oneOfQuery(context, "filter", ["USER", "OWNER", "RECIPIENT", "ALL"]) ?? "USER";
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
      return filter === "RECIPIENT" ? receives(one) : one.ownerId === user;
    })
    .filter((one) => one.title.toLowerCase().includes(title));

  const orderBy = oneOfQuery(context, "orderBy", ["startDate", "nextRunDate", "title"]);
  const direction = booleanQuery(context, "isAscending", false) ? 1 : -1;
  const compare = (a: StoredSchedule, b: StoredSchedule): number => {
    if (orderBy === "title") return a.title < b.title ? -1 : a.title > b.title ? 1 : 0;
    if (orderBy === "nextRunDate") return nextRunDate(a, context.now) - nextRunDate(b, context.now);
    return a.schedule.startDate - b.schedule.startDate;
  };
  found.sort((a, b) => direction * (compare(a, b) || a.id - b.id));

  const ordered = context.list(found, orderBy !== undefined);
  const limit = integerQuery(context, "limit", 0);
  const page = context.page(ordered, integerQuery(context, "skip", 0), limit || undefined);
  return ok(page.map((one) => listItem(one, user)));
}

function replace(context: Context): Answer {
  const { state } = context;
  const old = findOwn(context);
  const body = bodyAs<ScheduleBody>(context);
  const stored = storedFrom(body, {
    id: old.id,
    ownerId: newOwner(context, old, body),
    startDate: old.schedule.startDate,
  });
  state.schedules[state.schedules.indexOf(old)] = stored;
  return ok(replaced(stored, context.now));
}

/** The owner changes only if both fields name the new owner. */
function newOwner(context: Context, old: StoredSchedule, body: ScheduleBody): number {
  const outer = body.ownerId ?? old.ownerId;
  const inner = body.schedule.ownerId ?? old.ownerId;
  if (outer === old.ownerId || inner === old.ownerId) return old.ownerId;
  if (outer !== inner) throw new HttpError(400, "ownerId and schedule.ownerId differ");
  if (!context.state.users.some(({ id }) => id === outer)) {
    throw new HttpError(400, `ownerId ${outer} is not a user`);
  }
  return outer;
}

export function find(context: Context): StoredSchedule {
  const id = numericId(context, "scheduleId");
  const { state, user } = context;
  const found = state.schedules.find(
    (one) => one.id === id && (one.ownerId === user || state.grants.readSchedulesOfOthers),
  );
  if (!found) throw new HttpError(404, `report schedule ${id} does not exist`);
  return found;
}

/** Finds a schedule to change or send. The specification does not say who may do that. */
export function findOwn(context: Context): StoredSchedule {
  const found = find(context);
  if (context.profile === "extended" && !mayChange(context, found)) {
    throw new HttpError(403, `report schedule ${found.id} belongs to another user`, "text");
  }
  return found;
}

const mayChange = (context: Context, one: StoredSchedule): boolean =>
  one.ownerId === context.user || context.state.grants.manageAllContent;

function remove(context: Context, gone: StoredSchedule[]): void {
  const ids = new Set(gone.map(({ id }) => id));
  context.state.schedules = context.state.schedules.filter(({ id }) => !ids.has(id));
}
