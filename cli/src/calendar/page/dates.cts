/** Days are numbers: days since 1970. Times on clocks are minutes since 1970, as if clocks showed UTC. */
export const minutesOfDay = 24 * 60;
const millisecondsOfDay = minutesOfDay * 60_000;

export const dayOf = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / millisecondsOfDay;
export const isoOf = (day: number): string =>
  new Date(day * millisecondsOfDay).toISOString().slice(0, 10);

/** From 0, Sunday, to 6, Saturday. */
export const weekdayOf = (day: number): number => new Date(day * millisecondsOfDay).getUTCDay();

export type View = "week" | "month";

/** The days that the page shows at a time. */
export interface Period {
  view: View;
  first: number;
  count: number;
  title: string;
}

/** The week or month of a day; a week begins on the given weekday. */
export function periodOf(view: View, day: number, weekStart: number): Period {
  if (view === "week") {
    const first = startOfWeek(day, weekStart);
    return { view, first, count: 7, title: `${long(first)} to ${long(first + 6)}` };
  }
  const first = startOfMonth(day, 0);
  return { view, first, count: startOfMonth(day, 1) - first, title: monthOf(first) };
}

export const startOfWeek = (day: number, weekStart: number): number =>
  day - ((weekdayOf(day) - weekStart + 7) % 7);

/** The first day of the month of a day, or of a later or earlier month. */
export function startOfMonth(day: number, later: number): number {
  const date = new Date(day * millisecondsOfDay);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / millisecondsOfDay;
}

/** The same day in another period. */
export function moved(view: View, day: number, by: number): number {
  if (view === "week") return day + 7 * by;
  const first = startOfMonth(day, by);
  const dayOfMonth = day - startOfMonth(day, 0);
  return Math.min(first + dayOfMonth, startOfMonth(day, by + 1) - 1);
}

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
  return (day: number) => format.format(day * millisecondsOfDay);
};

/** Mon 23 Nov 2026 */
export const long = formatter({
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});
/** November 2026 */
export const monthOf = formatter({ month: "long", year: "numeric" });
/** Mon */
export const weekdayName = formatter({ weekday: "short" });
/** 23 */
export const dayNumber = formatter({ day: "numeric" });

/** The time of an instant on clocks, such as 09:05. */
export function timeOf(wall: number): string {
  const minutes = wall - Math.floor(wall / minutesOfDay) * minutesOfDay;
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The date and time of an instant on clocks. */
export const momentOf = (wall: number): string =>
  `${long(Math.floor(wall / minutesOfDay))}, ${timeOf(wall)}`;

export const two = (number: number): string => String(number).padStart(2, "0");
