import { openIssue } from "../../definition/fields";
import { suggest } from "../../definition/ids/nearest";

/** Checks the days of a schedule. The specification shows only two samples. */

export const dayKey = (day: string) => day.trim().toUpperCase();

export const dayNames = [
  "SUNDAY",
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY",
];
/** Day names as the specification abbreviates them. */
export const weekdays = dayNames.map((name) => name.slice(0, 3));

const isNumber = (day: string) => /^\d+$/.test(day);
const isWeekdayNumber = (day: string) => /^[0-7]$/.test(day);

/** By frequency, the known days in words, and whether a day is one of them. */
const knownDays: Readonly<Record<string, { days: string[]; has: (day: string) => boolean }>> = {
  DAILY: { days: ["1 to 7"], has: isWeekdayNumber },
  WEEKLY: { days: weekdays, has: (day) => weekdays.includes(day) || isWeekdayNumber(day) },
  MONTHLY: { days: ["1 to 31"], has: (day) => /^([1-9]|[12]\d|3[01])$/.test(day) },
};

/** The known day that a person can have meant: a number, or a day whose name is longer or misspelt. */
function dayMeant(day: string): string | undefined {
  if (isNumber(day)) return day;
  const name = dayKey(day);
  return name.length > 3
    ? (dayNames.find((one) => one.startsWith(name)) ?? suggest(name, dayNames))?.slice(0, 3)
    : suggest(name, weekdays);
}

/** Issues for days that are not known, or that are not separated by commas. */
export function oddDays(frequency: string, daysToRun: string): ReturnType<typeof openIssue>[] {
  const { days = weekdays, has } = knownDays[frequency] ?? {};
  // The specification shows one sample for each frequency, so a day that is not known is no mistake for sure.
  const odd = (input: string, meant: string | undefined) =>
    meant === undefined
      ? openIssue(
          input,
          { known: [], meant: [] },
          ["daysToRun"],
          `is not a known day of a ${frequency} schedule (${days.join(", ")}). The specification shows only a sample, so the platform may refuse it or never send`,
        )
      : openIssue(input, { known: days, meant: [meant] }, ["daysToRun"]);
  const given = daysToRun.split(",").map((day) => day.trim());
  const separated = daysToRun.split(/[,;|/\s]+/).filter((day) => day !== "");
  if (separated.join() !== given.join()) {
    const meant = separated.map(dayMeant);
    if (!meant.includes(undefined)) return [odd(daysToRun, meant.join())];
  }
  if (has === undefined) return [];
  return given
    .filter((day) => !has(dayKey(day)))
    .map((day) => odd(day, days === weekdays && !isNumber(day) ? dayMeant(day) : undefined));
}
