import { Temporal } from "@js-temporal/polyfill";
import { groupedBy } from "../output/groupedBy.js";
import type { Change } from "./page/clock.cjs";
import { two } from "./page/dates.cjs";
import type { ZoneClock } from "./zoneClock.js";

/** The names of weekdays in iCalendar, from 1, Monday, to 7, Sunday. */
export const weekdayCodes = ["", "MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/**
 * The clocks of a zone as iCalendar text. Changes of each year become a rule, because Outlook ignores dates. Changes that
 * follow no rule are written one by one.
 */
export function vtimezoneOf({ zone, changes, end, firstOffset }: ZoneClock, from: number): string {
  const alike = groupedBy(changes, ({ before, after }) => `${before},${after}`);
  const earlier = { at: -firstOffset, before: firstOffset, after: firstOffset };
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${zone}`,
    ...(changes.some(({ at }) => at <= from) ? [] : observance(earlier)),
    ...[...alike.values()].flatMap((group) => {
      const rule = yearlyRule(group, end);
      return rule === undefined
        ? group.flatMap((change) => observance(change))
        : observance(group[0], `RRULE:${rule}`);
    }),
    "END:VTIMEZONE",
  ].join("\n");
}

function observance(change: Change, ...rule: readonly string[]): string[] {
  const kind = change.after > change.before ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${kind}`,
    `DTSTART:${seenAt(change).toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "")}`,
    ...rule,
    `TZOFFSETFROM:${offsetText(change.before)}`,
    `TZOFFSETTO:${offsetText(change.after)}`,
    `END:${kind}`,
  ];
}

/** The rule that has exactly these changes before the end, such as the last Sunday of each March. */
function yearlyRule(changes: readonly [Change, ...Change[]], end: number): string | undefined {
  const first = seenAt(changes[0]);
  const limit = seenAt({ ...changes[0], at: end });
  const wanted = changes.map(seenAt).join();
  const nth = [-1, Math.ceil(first.day / 7)].find((nth) => {
    const years = Array.from({ length: limit.year - first.year + 1 }, (_, at) => first.year + at);
    const ruled = years.map((year) => nthWeekday(first, year, nth));
    return ruled.filter((at) => Temporal.PlainDateTime.compare(at, limit) < 0).join() === wanted;
  });
  if (nth === undefined) return undefined;
  return `FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${nth}${weekdayCodes[first.dayOfWeek] ?? ""}`;
}

/** The first, second or later weekday of a month, or with -1 the last, at the same time of day. */
function nthWeekday(weekday: Temporal.PlainDateTime, year: number, nth: number) {
  const month = weekday.with({ year, day: 1 });
  const before = (weekday.dayOfWeek - month.dayOfWeek + 7) % 7;
  const last = Math.floor((month.daysInMonth - 1 - before) / 7);
  return month.add({ days: before + 7 * (nth === -1 ? last : nth - 1) });
}

/** The time on the clocks at which they change. */
const seenAt = ({ at, before }: Change): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds((at + before) * 60_000)
    .toZonedDateTimeISO("UTC")
    .toPlainDateTime();

const offsetText = (minutes: number): string => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${two(hours)}${two(rest)}`;
};
