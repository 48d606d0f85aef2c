import type { ScheduleData } from "./data.cjs";
import { minutesOfDay, timeOf } from "./dates.cjs";
import type { InstanceCalendar, Run } from "./instance.cjs";

/** Schedules that collide at the same time of day, on one day or on several. */
export interface Collision {
  instance: string;
  kind: "same recipients" | "many at once";
  time: string;
  schedules: readonly ScheduleData[];
  days: number[];
  /** Recipients who get several of the reports, with the number of reports. */
  shared: { name: string; reports: number }[];
}

/** Finds collisions: of recipients within an hour, and of many schedules within a minute. */
export function collisionsIn(
  calendar: InstanceCalendar,
  runs: readonly Run[],
  many: number,
): Collision[] {
  return [
    ...alike(runs, 60).flatMap(({ start, schedules, days }) => {
      const shared = sharedBy(calendar, schedules);
      if (shared.length === 0) return [];
      const time = `${timeOf(start)}–${timeOf(start + 59)}`;
      return [
        {
          instance: calendar.data.name,
          kind: "same recipients" as const,
          time,
          schedules,
          days,
          shared,
        },
      ];
    }),
    ...alike(runs, 1).flatMap(({ start, schedules, days }) =>
      schedules.length < many
        ? []
        : [
            {
              instance: calendar.data.name,
              kind: "many at once" as const,
              time: timeOf(start),
              schedules,
              days,
              shared: [],
            },
          ],
    ),
  ];
}

interface Alike {
  start: number;
  schedules: ScheduleData[];
  days: number[];
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
    .map(([place, count]) => ({ name: calendar.data.recipients[place] ?? "", reports: count }));
}
