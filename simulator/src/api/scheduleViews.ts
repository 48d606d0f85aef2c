import { Cron } from "croner";
import type { Id } from "../ids.js";
import { newId, type Context } from "../route.js";
import type { HistoryEntry, Recipient, StoredSchedule } from "../state.js";
import type { ScheduleBody } from "./scheduleBodies.js";

/** The stored form of a body. A field that the body leaves out gets its default, not its old value. */
export function storedFrom(
  body: ScheduleBody,
  kept: { ownerId: Id; startDate: number },
): Omit<StoredSchedule, "id"> {
  const viewId = body.viewId ?? body.reportViewId ?? 0;
  const title = body.title ?? body.subject ?? "";
  const { schedule } = body;
  return {
    title,
    subject: body.subject ?? title,
    pageId: body.pageId ?? 0,
    viewId,
    viewName: `View ${viewId}`,
    viewType: body.viewType ?? "EMAIL",
    reportView: body.reportView ?? true,
    type: "RECURRING",
    ownerId: kept.ownerId,
    active: body.active ?? true,
    attachmentInclude: body.attachmentInclude ?? false,
    cardId: 0,
    cardCount: 1,
    embedViewId: viewId,
    description: "",
    schedule: {
      frequency: schedule.frequency ?? "",
      daysToRun: schedule.daysToRun ?? "",
      hourOfDay: schedule.hourOfDay,
      minOfHour: schedule.minOfHour,
      timezone: schedule.timezone ?? "UTC",
      enabled: schedule.enabled ?? true,
      additionalRecipients: withoutAddress(schedule.additionalRecipients),
      unsubscribedRecipients: withoutAddress(schedule.unsubscribedRecipients),
      startDate: schedule.startDate ?? kept.startDate,
      expirationDate: schedule.expirationDate ?? null,
      embedReport: schedule.embedReport ?? false,
      embedUrn: schedule.embedUrn ?? null,
    },
  };
}

const withoutAddress = (recipients: Recipient[] = []) =>
  recipients.map(({ type, value }) => ({ type, value }));

/**
 * The next run, as if the schedule were enabled: the specification returns it for disabled schedules, too. Days that no
 * calendar has count as every day, and a zone that this machine does not know counts as UTC.
 */
export function nextRunDate({ schedule }: StoredSchedule, now: number): number {
  const { frequency, daysToRun, hourOfDay, minOfHour, timezone } = schedule;
  const days = daysToRun.replaceAll(" ", "") || "*";
  const pattern = frequency.toUpperCase() === "MONTHLY" ? `${days} * *` : `* * ${days}`;
  const nextOf = (timed: string, zone: string) => {
    try {
      return new Cron(`${minOfHour} ${hourOfDay} ${timed}`, { timezone: zone }).nextRun(
        new Date(now),
      );
    } catch {
      return null;
    }
  };
  const next = nextOf(pattern, timezone) ?? nextOf(pattern, "UTC") ?? nextOf("* * *", "UTC");
  return next?.getTime() ?? now;
}

const timingOf = ({ schedule }: StoredSchedule) => ({
  frequency: schedule.frequency,
  daysToRun: schedule.daysToRun,
  hourOfDay: schedule.hourOfDay,
  minOfHour: schedule.minOfHour,
});

/** The answer to a creation. */
export function created(stored: StoredSchedule, now: number) {
  return {
    id: stored.id,
    reportViewId: stored.viewId,
    pageId: stored.pageId,
    title: stored.title,
    schedule: {
      ...timingOf(stored),
      enabled: stored.schedule.enabled,
      nextRunDate: nextRunDate(stored, now),
    },
  };
}

/** One item of the list. */
export function listItem(stored: StoredSchedule, user: Id) {
  return {
    id: stored.id,
    reportViewId: stored.viewId,
    pageId: stored.pageId,
    title: stored.title,
    viewName: stored.viewName,
    type: stored.type,
    ownerId: stored.ownerId,
    embedViewId: stored.embedViewId,
    owner: stored.ownerId === user,
    cardCount: stored.cardCount,
    recipientCount: stored.schedule.additionalRecipients.length,
    cardId: stored.cardId,
    schedule: {
      ...timingOf(stored),
      timezone: stored.schedule.timezone,
      enabled: stored.schedule.enabled,
    },
  };
}

/** The answer to a replacement: that of a creation, and the time zone. */
export function replaced(stored: StoredSchedule, now: number) {
  const answer = created(stored, now);
  return { ...answer, schedule: { ...answer.schedule, timezone: stored.schedule.timezone } };
}

/** The answer to the read of one schedule. It has more fields than a client can write. */
export function details(stored: StoredSchedule, context: Context) {
  const recent = context.state.history.filter(({ reportId }) => reportId === stored.id).at(-1);
  return {
    ...listItem(stored, context.user),
    active: stored.active,
    attachmentInclude: stored.attachmentInclude,
    contextId: null,
    description: stored.description,
    embedReport: stored.schedule.embedReport,
    embedUrn: stored.schedule.embedUrn,
    recentHistory: recent ?? null,
    reportView: stored.reportView,
    subject: stored.subject,
    viewId: stored.viewId,
    viewType: stored.viewType,
    schedule: {
      ...stored.schedule,
      ownerId: stored.ownerId,
      nextRunDate: nextRunDate(stored, context.now),
    },
  };
}

export function historyEntry(
  stored: StoredSchedule,
  recipients: string[],
  context: Context,
): HistoryEntry {
  return {
    id: newId(context, "history"),
    reportId: stored.id,
    reportTitle: stored.title,
    reportSubject: stored.subject,
    startTime: context.now,
    endTime: context.now,
    automated: false,
    cardCount: stored.cardCount,
    attachmentCount: stored.attachmentInclude ? 1 : 0,
    toe: context.toe,
    status: "success",
    recipients,
    problems: [],
  };
}
