import type { Values } from "pulumi-platform-provider/tooling";

/** When a report is sent, as far as its schedule tells. */
export interface Rule {
  of: "week" | "month";
  /** Days of the week from 1, Monday, to 7, Sunday, or days of the month. */
  days: readonly number[];
  hour: number;
  minute: number;
  zone: string;
  /** What nobody documents, so that the calendar assumes it. */
  assumptions: readonly string[];
}

const weekdays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];
const fullNames = [
  ...["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"],
];
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** The rule of a schedule, or why the calendar cannot place it. */
export function ruleOf(schedule: Values | undefined): Rule | string {
  const { hourOfDay, minOfHour, timezone, daysToRun } = schedule ?? {};
  const frequency = textOf(schedule?.frequency)?.toUpperCase();
  if (frequency === undefined) return "The instance does not tell the frequency.";
  if (!isWithin(hourOfDay, 0, 23) || !isWithin(minOfHour, 0, 59)) {
    return "The instance does not tell a time from 00:00 to 23:59.";
  }
  const zone = textOf(timezone);
  if (zone === undefined) return "The instance does not tell the time zone.";
  if (!isZone(zone)) return `The time zone "${zone}" is not known.`;
  const days = daysOf(frequency, textOf(daysToRun));
  return typeof days === "string" ? days : { ...days, hour: hourOfDay, minute: minOfHour, zone };
}

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
    const at = Math.max(weekdays.indexOf(word), fullNames.indexOf(word));
    // With 1 as Monday, both 0 and 7 can only be Sunday.
    const day = /^[0-7]$/.test(word) ? Number(word) || 7 : at + 1;
    if (day === 0) return `The day "${word}" is not known.`;
    hasNumbers ||= at === -1;
    found.add(day);
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
    .map((word) => word.trim().toUpperCase())
    .filter((word) => word !== "");

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

const isWithin = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
