import { ianaZone, resolveZone } from "../../definition/fields";
import type { Values } from "../../definition/values";
import { dayKey, dayNames, weekdays } from "./days";

/** The times at which a schedule sends its report. */
export interface Rule {
  of: "week" | "month";
  /** Days of the week from 1, Monday, to 7, Sunday, or days of the month. */
  days: readonly number[];
  hour: number;
  minute: number;
  zone: string;
  /** The assumptions about things that are not documented. */
  assumptions: readonly string[];
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** The rule of a schedule, or why it cannot be placed in a calendar. */
export function ruleOf(schedule: Values | undefined): Rule | string {
  const { hourOfDay, minOfHour, timezone, daysToRun } = schedule ?? {};
  const frequency = textOf(schedule?.frequency)?.toUpperCase();
  if (frequency === undefined) return "The instance does not tell the frequency.";
  if (!isWithin(hourOfDay, 0, 23) || !isWithin(minOfHour, 0, 59)) {
    return "The instance does not tell a time from 00:00 to 23:59.";
  }
  const told = textOf(timezone);
  if (told === undefined) return "The instance does not tell the time zone.";
  const zone = ianaZone(told);
  if (resolveZone(zone) === undefined) return `The time zone "${zone}" is not known.`;
  const days = daysOf(frequency, textOf(daysToRun));
  return typeof days === "string" ? days : { ...days, hour: hourOfDay, minute: minOfHour, zone };
}

/** Whether a rule has a run on a date. */
export const runsOn = ({ of, days }: Rule, date: { weekday: number; day: number }): boolean =>
  days.includes(of === "week" ? date.weekday : date.day);

type Days = Pick<Rule, "of" | "days" | "assumptions">;

function daysOf(frequency: string, days: string | undefined): Days | string {
  switch (frequency) {
    case "DAILY":
      if (days !== undefined) return weekdaysOf(days);
      return {
        of: "week",
        days: everyDay,
        assumptions: ["No days are set. Assumed: it runs every day."],
      };
    case "WEEKLY":
      return days === undefined
        ? "Weekly without days: the instance does not tell on which day it runs."
        : weekdaysOf(days);
    case "MONTHLY":
      return days === undefined
        ? "Monthly without days: the instance does not tell on which day it runs."
        : monthDaysOf(days);
    default:
      return `The frequency "${frequency}" is not known.`;
  }
}

function weekdaysOf(text: string): Days | string {
  const found = new Set<number>();
  let hasNumbers = false;
  for (const word of wordsOf(text)) {
    const isNumber = /^[0-7]$/.test(word);
    const day = isNumber ? Number(word) : Math.max(weekdays.indexOf(word), dayNames.indexOf(word));
    if (day === -1) return `The day "${word}" is not known.`;
    hasNumbers ||= isNumber;
    // With 1 as Monday, both 0 and 7 can only be Sunday.
    found.add(day || 7);
  }
  if (found.size === 0) return `The days "${text}" are not known.`;
  const numbering = `Days ${text}: the numbering is not documented. Assumed: 1 is Monday.`;
  return { of: "week", days: [...found], assumptions: hasNumbers ? [numbering] : [] };
}

function monthDaysOf(text: string): Days | string {
  const days = new Set<number>();
  for (const word of wordsOf(text)) {
    if (!/^\d{1,2}$/.test(word) || !isWithin(Number(word), 1, 31)) {
      return `The day of the month "${word}" is not known.`;
    }
    days.add(Number(word));
  }
  return days.size === 0
    ? `The days "${text}" are not known.`
    : { of: "month", days: [...days], assumptions: [] };
}

const wordsOf = (text: string): string[] =>
  text
    .split(",")
    .map(dayKey)
    .filter((word) => word !== "");

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

const isWithin = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
