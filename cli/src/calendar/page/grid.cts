import { withArrowKeys } from "./arrowKeys.cjs";
import type { Choice } from "./controls.cjs";
import type { Clock } from "./clock.cjs";
import { dayNumber, long, minutesOfDay, startOfWeek, two, weekdayName } from "./dates.cjs";
import type { Period } from "./dates.cjs";
import { element, scrolling, spoken } from "./elements.cjs";
import { addLoad, noLoad, sumOf } from "./instance.cjs";
import type { Load, Run } from "./instance.cjs";

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The load of each hour, by day and hour. */
export type Hours = readonly (readonly Load[])[];

export function hoursOf({ first, count }: Period, runs: readonly Run[]): Hours {
  const days = Array.from({ length: count }, () => hours.map(noLoad));
  for (const { wall, group } of runs) {
    const load = days[Math.floor(wall / minutesOfDay) - first]?.[hourOf(wall)];
    if (load !== undefined) addLoad(load, group.load);
  }
  return days;
}

/** The runs that a button of the calendar lists. */
export interface Place {
  title: string;
  /** The day of all its runs, if it has only one. */
  day?: number;
  holds: (wall: number) => boolean;
}

/** The data that all tables of a period share. */
export interface TableContext {
  period: Period;
  choice: Choice;
  clock: Clock;
  today: number;
  /** Days on which clocks change somewhere. */
  changing: ReadonlySet<number>;
  /** The largest value of a cell, in all instances. */
  maxOfHour: number;
  maxOfDay: number;
  maxOfWeekday: number;
  /** Lists the runs of a place for its button. */
  list: (button: HTMLElement, place: Place) => void;
}

export const valueOf = ({ measure }: Choice, load: Load): number => load[measure];

/** A number of e-mails or runs. A sign marks an incomplete number. */
export function numberOf(choice: Choice, load: Load): string {
  if (load.runs === 0) return "";
  if (choice.measure === "runs" || load.unseen === 0) return compact.format(valueOf(choice, load));
  return load.unseen === load.runs ? "?" : `${compact.format(load.mails)}+`;
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

function levelOf(choice: Choice, load: Load, most: number): Record<string, string> {
  const value = valueOf(choice, load);
  if (load.runs === 0) return {};
  return { class: `level-${Math.max(1, Math.ceil((5 * value) / Math.max(most, 1)))}` };
}

/** Hours down, days across. */
export function weekTable(shown: TableContext, load: Hours, label: string): HTMLElement {
  const { period, clock, maxOfHour } = shown;
  const days = Array.from({ length: period.count }, (_, at) => period.first + at);
  const lacking = lackingHours(clock);
  const headings = days.map((day) =>
    element(
      "th",
      // Screen readers read this text at every cell.
      { scope: "col", abbr: `${weekdayName(day)} ${dayNumber(day)}` },
      dayButton(shown, day, weekdayName(day), dayNumber(day)),
    ),
  );
  return hourTable(label, headings, (hour) =>
    days.map((day, at) => {
      const cell = load[at]?.[hour] ?? noLoad();
      return lacking.has(day * 24 + hour)
        ? element("td", { class: "absent" }, "–", spoken("clocks skip this hour"))
        : hourCell(shown, placeOf(day, hour), cell, maxOfHour);
    }),
  );
}

/** The load of each hour of the seven weekdays, the sum of a period. */
export function weekdaysOf({ first }: Period, { weekStart }: Choice, load: Hours): Hours {
  const start = startOfWeek(first, weekStart);
  return Array.from({ length: 7 }, (_, weekday) => {
    const days = load.filter((_day, at) => (first + at - start) % 7 === weekday);
    return hours.map((hour) => sumOf(days.map((day) => day[hour] ?? noLoad())));
  });
}

/** Hours down, weekdays across: the sum of a month. */
export function weekdayTable(shown: TableContext, load: Hours, label: string): HTMLElement {
  const { period, choice, maxOfWeekday } = shown;
  const sums = weekdaysOf(period, choice, load);
  const start = startOfWeek(period.first, choice.weekStart);
  return hourTable(label, weekdayHeadings(shown), (hour) =>
    sums.map((day, at) => {
      const weekday = start + at;
      const place = {
        title: `Every ${weekdayName(weekday)} of ${period.title}, ${spanOf(hour)}`,
        holds: (wall: number) =>
          (Math.floor(wall / minutesOfDay) - weekday) % 7 === 0 && hourOf(wall) === hour,
      };
      return hourCell(shown, place, day[hour] ?? noLoad(), maxOfWeekday);
    }),
  );
}

function hourTable(
  label: string,
  headings: readonly HTMLElement[],
  cellsOf: (hour: number) => HTMLElement[],
): HTMLElement {
  const rows = hours.map((hour) =>
    element("tr", {}, element("th", { scope: "row" }, two(hour)), ...cellsOf(hour)),
  );
  const hour = element("th", { scope: "col" }, "Hour");
  return gridTable("grid", label, [hour, ...headings], rows);
}

/** Weeks down, weekdays across. */
export function monthTable(shown: TableContext, load: Hours, label: string): HTMLElement {
  const { period, choice, maxOfDay } = shown;
  const start = startOfWeek(period.first, choice.weekStart);
  const end = period.first + period.count;
  const headings = weekdayHeadings(shown);
  const rows: HTMLElement[] = [];
  for (let week = start; week < end; week += 7) {
    const cells = headings.map((_, at) => {
      const of = load[week + at - period.first];
      if (of === undefined) return element("td", { class: "absent" });
      const sum = sumOf(of);
      return element("td", levelOf(choice, sum, maxOfDay), dayCell(shown, week + at, of, sum));
    });
    rows.push(element("tr", {}, ...cells));
  }
  return gridTable("grid month", label, headings, rows);
}

function weekdayHeadings({ period, choice }: TableContext): HTMLElement[] {
  const start = startOfWeek(period.first, choice.weekStart);
  return Array.from({ length: 7 }, (_, at) =>
    element("th", { scope: "col" }, weekdayName(start + at)),
  );
}

function gridTable(
  kind: string,
  label: string,
  headings: readonly HTMLElement[],
  rows: readonly HTMLElement[],
): HTMLElement {
  const caption = element("caption", {}, label);
  const head = element("thead", {}, element("tr", {}, ...headings));
  const table = element("table", { class: kind }, caption, head, element("tbody", {}, ...rows));
  return scrolling(withArrowKeys(table), label);
}

function dayCell(shown: TableContext, day: number, load: readonly Load[], sum: Load): HTMLElement {
  const { choice } = shown;
  const busiest = hours.reduce((best, hour) => {
    const [one, other] = [load[hour] ?? noLoad(), load[best] ?? noLoad()];
    return valueOf(choice, one) > valueOf(choice, other) || other.runs === 0 ? hour : best;
  }, 0);
  const peak =
    sum.runs === 0
      ? []
      : [
          element("b", {}, numberOf(choice, sum)),
          element("small", {}, spoken("busiest hour "), `at ${two(busiest)}`),
        ];
  return dayButton(shown, day, dayNumber(day), "", ...peak);
}

function placeOf(day: number, hour: number): Place {
  const start = day * 24 + hour;
  const holds = (wall: number) => Math.floor(wall / 60) === start;
  return { title: `${long(day)}, ${spanOf(hour)}`, day, holds };
}

/** 09:00–09:59 */
const spanOf = (hour: number): string => `${two(hour)}:00–${two(hour)}:59`;

const hourOf = (wall: number): number =>
  Math.floor(wall / 60) - 24 * Math.floor(wall / minutesOfDay);

/** A cell that lists its runs, if it has any. */
function hourCell(shown: TableContext, place: Place, load: Load, most: number): HTMLElement {
  const { choice } = shown;
  if (load.runs === 0) return element("td");
  const number = numberOf(choice, load);
  const label = `${unitOf(choice)}: ${number}; ${place.title}`;
  const button = listButton(shown, place, { "aria-label": label }, number);
  return element("td", levelOf(choice, load, most), button);
}

/** What the calendar counts. */
export const unitOf = ({ measure }: Choice): string => (measure === "mails" ? "E-mails" : "Runs");

function listButton(
  { list }: TableContext,
  place: Place,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const fixed = { type: "button", "aria-haspopup": "dialog", ...attributes };
  const button = element("button", fixed, ...children);
  button.addEventListener("click", () => list(button, place));
  return button;
}

function dayButton(
  shown: TableContext,
  day: number,
  first: string,
  second: string,
  ...more: readonly Node[]
): HTMLElement {
  const holds = (wall: number) => Math.floor(wall / minutesOfDay) === day;
  return listButton(
    shown,
    { title: long(day), day, holds },
    day === shown.today ? { "aria-current": "date" } : {},
    spoken(`${long(day)}: list the runs.`),
    element("span", { "aria-hidden": "true" }, `${first} ${second}`),
    ...(shown.changing.has(day)
      ? [element("span", { "aria-hidden": "true" }, "↻"), spoken("Clocks change.")]
      : []),
    ...more,
  );
}

/** The hours of days that the clocks skip, as hours since 1970. */
function lackingHours({ changes }: Clock): Set<number> {
  const skipped = changes.flatMap(({ at, before, after }) => {
    const [from, to] = [Math.ceil((at + before) / 60), Math.floor((at + after) / 60)];
    return Array.from({ length: Math.max(0, to - from) }, (_, hour) => from + hour);
  });
  return new Set(skipped);
}
