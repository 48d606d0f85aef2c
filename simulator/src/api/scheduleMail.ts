import type { Mail } from "../calls.js";
import type { Id } from "../ids.js";
import { ok, pageOf, HttpError } from "../route.js";
import type { Answer, Context, RouteDeclaration } from "../route.js";
import type { Recipient, StoredSchedule } from "../state.js";
import {
  extendedNotificationBody,
  extendedSendBody,
  notificationBody,
  sendBody,
} from "./scheduleBodies.js";
import { historyEntry } from "./scheduleViews.js";
import { findOfView, findOwn, schedules } from "./schedules.js";

const base = "/api/content/v1/reportschedules";

interface NotificationRecipient {
  userId?: Id;
  displayName?: string;
  emailAddress?: string;
  groupId?: Id;
}

export const routes: RouteDeclaration[] = [
  {
    method: "POST",
    path: `${base}/{scheduleId}/notifications`,
    source: "SPEC",
    summary: "Build and email a report",
    bodySchema: notificationBody,
    extendedBodySchema: extendedNotificationBody,
    handler: notify,
  },
  {
    method: "POST",
    path: `${base}/{scheduleId}/sendnow`,
    source: "SPEC",
    summary: "Send a report now",
    bodySchema: sendBody,
    extendedBodySchema: extendedSendBody,
    handler: (context) => sendNow(context, findOwn(context)),
  },
  {
    method: "POST",
    path: `${base}/{scheduleId}/notifications/queue`,
    source: "EXT-D",
    summary: "Queue building and emailing a report",
    bodySchema: extendedNotificationBody,
    handler: notify,
  },
  {
    method: "POST",
    path: `${base}/{scheduleId}/queue`,
    source: "EXT-D",
    summary: "Queue sending a report",
    bodySchema: extendedSendBody,
    handler: (context) => sendNow(context, findOwn(context)),
  },
  {
    method: "POST",
    path: `${base}/views/{viewId}/sendNow`,
    source: "EXT-D",
    summary: "Send the report of a view now",
    bodySchema: extendedSendBody,
    handler: (context) => sendNow(context, findOfView(context)),
  },
  {
    method: "GET",
    path: `${base}/{scheduleId}/history`,
    source: "EXT-D",
    summary: "List the sends of a report schedule, newest first",
    handler: (context) => {
      const { id } = schedules.named(context);
      const entries = context.state.history.filter(({ reportId }) => reportId === id).reverse();
      return ok(pageOf(context, context.list(entries), 100, "skip"));
    },
  },
];

// The message is the specification's. The status is an assumption.
const incomplete = () => new HttpError(400, "You didn't provide all of the required parameters!");

function notify(context: Context): Answer {
  const stored = findOwn(context);
  const recipients = (context.body as NotificationRecipient[]).map((recipient) => {
    if (recipient.emailAddress) return recipient.emailAddress;
    if (recipient.userId !== undefined) return address(context, "USER", String(recipient.userId));
    if (recipient.groupId !== undefined) return `GROUP:${recipient.groupId}`;
    throw incomplete();
  });
  return send(context, stored, "notification", recipients);
}

function sendNow(context: Context, stored: StoredSchedule): Answer {
  const recipients = (context.body as Partial<Recipient>[]).map(({ type, value }) => {
    if (!type || !value) throw incomplete();
    return type === "EMAIL" ? value : address(context, type, value);
  });
  return send(context, stored, "sendnow", recipients);
}

function send(context: Context, stored: StoredSchedule, kind: Mail["kind"], to: string[]): Answer {
  if (to.length === 0) throw incomplete();
  for (const one of to) context.mail({ kind, subject: String(stored.id), to: one });
  context.state.history.push(historyEntry(stored, to, context));
  return { status: 202 };
}

/** The address of a grantee or recipient, if the state has it. */
export function address(context: Context, type: string, id: string): string {
  const user = type === "USER" && context.state.users.find((one) => String(one.id) === id);
  return user ? user.emailAddress : `${type}:${id}`;
}
