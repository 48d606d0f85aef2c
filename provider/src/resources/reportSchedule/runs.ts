import type { MailTime } from "../../definition/mail";
import { memoize } from "../../definition/memoize";
import { holdsUnknown } from "../../definition/unknowns";
import type { Values } from "../../definition/values";
import { ruleOf, runsOn } from "./rule";

/** The next run of a schedule. The platform documents neither the first run nor the meaning of day numbers. */

const quarterMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** The maximum number of days to look ahead. The next day 31 is at most 62 days away. */
const mostDays = 62;

const weekdayName = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

/** The first run after a time; undefined if the schedule does not determine it. */
export function nextRun(schedule: Values, after: number): MailTime | undefined {
  const { frequency, daysToRun, hourOfDay, minOfHour, timezone } = schedule;
  // The recipients do not matter here, so they can be unknown.
  const when = { frequency, daysToRun, hourOfDay, minOfHour, timezone };
  const rule = holdsUnknown(when) ? "not known yet" : ruleOf(when);
  if (typeof rule === "string") return undefined;
  const { zone, hour, minute } = rule;
  const today = after + offsetAt(after, zone);
  const midnight = today - (today % dayMs);
  for (let days = -1; days <= mostDays; days++) {
    const date = midnight + days * dayMs;
    const day = new Date(date);
    if (!runsOn(rule, { weekday: day.getUTCDay() || 7, day: day.getUTCDate() })) continue;
    const at = instantOf(date + (hour * 60 + minute) * 60_000, zone);
    if (at > after) return { at, text: textOf(at, zone) };
  }
  return undefined;
}

/**
 * The instant of a local time. If clocks show this time twice, the first one. If clocks skip this time, the instant
 * without the change.
 */
function instantOf(wall: number, zone: string): number {
  const candidates = [-dayMs, dayMs].map((shift) => wall - offsetAt(wall + shift, zone));
  const exact = candidates.filter((at) => at + offsetAt(at, zone) === wall);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

function textOf(at: number, zone: string): string {
  const wall = new Date(at + offsetAt(at, zone));
  const [date, time = ""] = wall.toISOString().split("T");
  return `${weekdayName.format(wall)} ${date} ${time.slice(0, 5)} ${zone}`;
}

/** Remembered, because a format is slow to create, and hundreds of schedules use a few zones. */
const formatOf = memoize(
  (timeZone: string) => new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }),
);

/** How far the clocks of a zone are ahead of UTC, in milliseconds. They change on quarters of an hour. */
const offsetAt = (instant: number, timeZone: string): number =>
  offsetIn(`${Math.floor(instant / quarterMs)} ${timeZone}`);

const offsetIn = memoize((quarterOfZone: string) => {
  const [quarter = "", timeZone = ""] = quarterOfZone.split(" ");
  const text = formatOf(timeZone).format(Number(quarter) * quarterMs);
  const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(text) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === "-" ? -offset : offset;
});
