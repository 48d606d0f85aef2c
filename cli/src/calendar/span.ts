import type { Temporal } from "@js-temporal/polyfill";
import { minutesOfDay } from "./page/dates.cjs";

/** A day of the calendar, with the numbers that every rule asks for. */
export interface Day {
  date: Temporal.PlainDate;
  /** The date as text, such as 2026-11-01. */
  iso: string;
  /** Minutes from 1970 to its midnight in UTC. */
  start: number;
  /** From 1, Monday, to 7, Sunday. */
  weekday: number;
  day: number;
}

/** The days of a calendar. */
export interface Span {
  /** The first and the last day that the page shows. */
  first: string;
  last: string;
  /** All days, with two more on each side: time zones can be 26 hours apart. */
  days: readonly Day[];
  /** The instants of the span, in minutes since 1970. */
  from: number;
  to: number;
}

/** The span of some months from a date on, with whole weeks at both ends. */
export function spanOf(date: Temporal.PlainDate, months: number): Span {
  const firstOfMonth = date.with({ day: 1 });
  const first = firstOfMonth.subtract({ days: 6 });
  const last = firstOfMonth.add({ months }).add({ days: 5 });
  const days: Day[] = [];
  const end = last.add({ days: 2 });
  for (let one = first.subtract({ days: 2 }); ; one = one.add({ days: 1 })) {
    days.push(dayOf(one));
    if (one.equals(end)) break;
  }
  const from = days[0]?.start ?? 0;
  return {
    first: first.toString(),
    last: last.toString(),
    days,
    from,
    to: from + days.length * minutesOfDay,
  };
}

export function dayOf(date: Temporal.PlainDate): Day {
  return {
    date,
    iso: date.toString(),
    start: Date.UTC(date.year, date.month - 1, date.day) / 60_000,
    weekday: date.dayOfWeek,
    day: date.day,
  };
}
