import { Temporal } from "@js-temporal/polyfill";
import { ICalCalendar, ICalEventTransparency } from "ical-generator";
import { occurrencesOf } from "./occurrences.js";
import { oddities } from "./page/data.cjs";
import type { InstanceData, ScheduleData, TimingData } from "./page/data.cjs";
import { minutesOfDay, two } from "./page/dates.cjs";
import type { Span } from "./span.js";
import { vtimezoneOf, weekdayCodes } from "./vtimezone.js";
import { ZoneClock } from "./zoneClock.js";

/** Tells the files of this command from others. */
export const icsProduct = "//pulumi-platform//calendar//EN";

/** The schedules that run, as iCalendar events with the runs of a span. */
export function icsOf(
  instances: readonly InstanceData[],
  span: Span,
  namesRecipients: boolean,
): string {
  const clocks = new Map<string, ZoneClock>();
  const clockOf = (zone: string): ZoneClock => {
    // The changes of the year before tell how clocks are set when the span begins.
    const from = span.from - 366 * minutesOfDay;
    const clock = clocks.get(zone) ?? new ZoneClock(zone, { from, to: span.to });
    clocks.set(zone, clock);
    return clock;
  };
  const calendar = new ICalCalendar({
    prodId: icsProduct,
    name: `Report calendar: ${instances.map(({ name }) => name).join(" and ")}`,
    timezone: { name: null, generator: (zone) => vtimezoneOf(clockOf(zone), span.from) },
  });
  for (const instance of instances) {
    for (const schedule of instance.schedules) {
      const timing = instance.timings[schedule.timing ?? -1];
      if (timing === undefined || !schedule.isEnabled) continue;
      // The library writes UTC without a zone, so rules in UTC would need a second form.
      const timezone = timing.zone === "UTC" ? "Etc/UTC" : timing.zone;
      const description = describe(instance, schedule, timing, namesRecipients);
      for (const { part, at, repeating, note } of eventsOf(timing, span, clockOf(timezone))) {
        const start = Temporal.Instant.fromEpochMilliseconds(at * 60_000);
        calendar.createEvent({
          id: uidOf(instance, schedule, part),
          // A fixed time, so that the same schedules are the same bytes.
          stamp: new Date(span.from * 60_000),
          // A single event is in UTC, which has each time once.
          ...(repeating === undefined
            ? { start, timezone: null }
            : { start: start.toZonedDateTimeISO(timezone), timezone, repeating }),
          summary: instances.length > 1 ? `${instance.name}: ${schedule.title}` : schedule.title,
          description: [...description, ...(note === undefined ? [] : [note])].join("\n"),
          transparency: ICalEventTransparency.TRANSPARENT,
        });
      }
    }
  }
  return `${calendar.toString()}\r\n`;
}

interface Event {
  /** Tells the events of a schedule apart. */
  part?: string;
  /** The first run, in minutes since 1970. */
  at: number;
  repeating?: string;
  note?: string;
}

/**
 * The events of a schedule: one for a week, one for each day of the month, because Outlook reads only one day of a rule, and
 * one for each run at a time that clocks skip or repeat, because calendars do not agree on such a time.
 */
function eventsOf(timing: TimingData, span: Span, clock: ZoneClock): Event[] {
  const parts =
    timing.of === "week"
      ? [{ part: undefined, rule: timing }]
      : timing.days.map((day) => ({ part: `day-${day}`, rule: { ...timing, days: [day] } }));
  return parts.flatMap(({ part, rule }) => {
    const { at, odd, lacking } = occurrencesOf(rule, span, clock);
    const single = odd.map((run) => ({
      part: run.date,
      at: run.at,
      note: oddities[run.oddity],
    }));
    const regular = at.filter((one) => odd.every((run) => run.at !== one));
    const [first, last] = [regular[0], regular.at(-1)];
    if (first === undefined || last === undefined) return single;
    // Outlook runs on the last day of a month that lacks the day.
    const without = [...odd.map(({ date }) => date), ...lacking.map(lastOfMonth)];
    const weekdays = rule.days.toSorted().map((day) => weekdayCodes[day]);
    const repeating = [
      rule.of === "week"
        ? `RRULE:FREQ=WEEKLY;BYDAY=${weekdays.join()}`
        : `RRULE:FREQ=MONTHLY;BYMONTHDAY=${rule.days.join()}`,
      `;UNTIL=${basic(new Date(last * 60_000).toISOString().slice(0, 19))}Z`,
      ...(without.length === 0 ? [] : [`\nEXDATE;TZID=${clock.zone}:`]),
      without.map((date) => `${basic(date)}T${two(rule.hour)}${two(rule.minute)}00`).join(),
    ].join("");
    return [{ part, at: first, repeating }, ...single];
  });
}

/** The last day of the month of a date that does not exist. */
function lastOfMonth(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return Temporal.PlainDate.from({ year, month, day }).toString();
}

const basic = (text: string): string => text.replaceAll(/[-:]/g, "");

/** The same schedule has the same id in every file. */
function uidOf({ address }: InstanceData, { id }: ScheduleData, part: string | undefined): string {
  const { host, pathname } = new URL(address);
  const names = ["schedule", encodeURIComponent(id), ...(part === undefined ? [] : [part])];
  return `${names.join("-")}@${host}${pathname.replace(/\/$/, "")}`;
}

function describe(
  instance: InstanceData,
  schedule: ScheduleData,
  timing: TimingData,
  namesRecipients: boolean,
): string[] {
  const names = schedule.recipients?.map((place) => {
    const { name = "", id } = instance.recipients[place] ?? {};
    return id === undefined ? name : `${name} (${id})`;
  });
  const { frequency, days, time, zone } = schedule.rule;
  return [
    `Instance: ${instance.name} (${instance.address})`,
    `Page: ${schedule.page}`,
    `Owner: ${schedule.owner ?? "not shown"}`,
    `Schedule: ${[frequency, days, time, zone].filter((word) => word !== "").join(" ")}`,
    `Recipients: ${schedule.people ?? "not shown"}`,
    ...(namesRecipients ? (names ?? []) : []),
    ...timing.assumptions,
  ];
}
