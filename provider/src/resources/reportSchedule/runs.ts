import type { Run } from "../../definition/mail";
import { remembered } from "../../definition/remembered";
import { holdsUnknown } from "../../definition/unknowns";
import type { Values } from "../../definition/values";
import { ruleOf, runsOn } from "./rule";

/** When a schedule runs next. The platform documents neither the first run nor what day numbers mean. */

const dayMs = 24 * 60 * 60 * 1000;
/** A day of the month that a month lacks comes after 59 days at most. */
const mostDays = 62;

const weekdayName = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

/** The first run after an instant; undefined where the schedule does not tell. */
export function nextRun(schedule: Values, after: number): Run | undefined {
  const { frequency, daysToRun, hourOfDay, minOfHour, timezone } = schedule;
  // Who gets the report does not change when it runs.
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

/** The instant of a time on the clock: of two, the first; of a time that clocks skip, that of clocks not changed. */
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

/** A format takes long to make, and hundreds of schedules share a few zones. */
const formatOf = remembered(
  (timeZone) => new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }),
);

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const [, sign, hours, minutes] =
    /([+-])(\d+):(\d+)/.exec(formatOf(timeZone).format(instant)) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === "-" ? -offset : offset;
}
