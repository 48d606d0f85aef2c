import type { RecipientData, ScheduleData } from "./data.cjs";
import { minutesOfDay, timeOf } from "./dates.cjs";
import type { InstanceCalendar, Run } from "./instance.cjs";

/** Schedules that run within the same minutes of a day, on one day or on several. */
interface Alike {
  start: number;
  schedules: readonly ScheduleData[];
  days: number[];
}

export interface Collision extends Alike {
  calendar: InstanceCalendar;
  kind: "same recipients" | "many at once";
  time: string;
  /** Recipients who get several of the reports, with the number of reports. */
  shared: readonly { recipient: RecipientData; reports: number }[];
}

/** Finds collisions: of recipients within an hour, and of many schedules within a minute. */
export function collisionsIn(
  calendar: InstanceCalendar,
  runs: readonly Run[],
  many: number,
): Collision[] {
  const ofRecipients = alike(runs, 60).map((one): Collision => {
    const time = `${timeOf(one.start)}–${timeOf(one.start + 59)}`;
    const shared = sharedBy(calendar, one.schedules);
    return { ...one, calendar, kind: "same recipients", time, shared };
  });
  const ofMany = alike(runs, 1).map((one): Collision => {
    return { ...one, calendar, kind: "many at once", time: timeOf(one.start), shared: [] };
  });
  return [
    ...ofRecipients.filter(({ shared }) => shared.length > 0),
    ...ofMany.filter(({ schedules }) => schedules.length >= many),
  ];
}

/** The schedules that run within the same minutes. Days with the same schedules are one row. */
function alike(runs: readonly Run[], minutes: number): Alike[] {
  const places = new Map<number, Run[]>();
  for (const run of runs) {
    const start = Math.floor(run.wall / minutes) * minutes;
    const place = places.get(start);
    if (place === undefined) places.set(start, [run]);
    else place.push(run);
  }
  const rows = new Map<string, Alike>();
  for (const [start, found] of [...places].sort(([one], [other]) => one - other)) {
    // A timing can occur twice if a clock change repeats the hour.
    const groups = [...new Set(found.map(({ group }) => group))];
    const schedules = groups.flatMap((group) => group.schedules);
    if (schedules.length < 2) continue;
    const day = Math.floor(start / minutesOfDay);
    const time = start - day * minutesOfDay;
    const key = [time, ...groups.map(({ timing }) => timing)].join();
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { start: time, schedules, days: [day] });
    else row.days.push(day);
  }
  return [...rows.values()];
}

function sharedBy(calendar: InstanceCalendar, schedules: readonly ScheduleData[]) {
  const reports = new Map<number, number>();
  for (const { recipients = [] } of schedules) {
    for (const one of recipients) reports.set(one, (reports.get(one) ?? 0) + 1);
  }
  return [...reports]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .map(([place, count]) => ({
      recipient: calendar.data.recipients[place] ?? { name: "" },
      reports: count,
    }));
}
