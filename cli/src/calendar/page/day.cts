import type { Clock } from "./clock.cjs";
import { instanceColumns, recipientsColumn, titleColumn } from "./columns.cjs";
import { oddities } from "./data.cjs";
import type { ScheduleData } from "./data.cjs";
import { long, minutesOfDay, timeOf } from "./dates.cjs";
import { byId, counted, words } from "./elements.cjs";
import type { InstanceCalendar, Run, Side } from "./instance.cjs";
import { SortableTable } from "./table.cjs";

interface Row {
  calendar: InstanceCalendar;
  schedule: ScheduleData;
  run: Run;
  note: string;
}

/** The runs of the chosen day. */
export class DaySection {
  readonly #table: SortableTable<Row>;

  constructor(hasMany: boolean) {
    this.#table = new SortableTable<Row>("day", "Runs of the day", [
      { heading: "Time", cell: ({ run }) => timeOf(run.wall), value: ({ run }) => run.at },
      titleColumn,
      ...instanceColumns(hasMany),
      recipientsColumn,
      {
        heading: "Time of the schedule",
        cell: ({ schedule: { rule } }) => `${rule.time} ${rule.zone}`,
      },
      { heading: "Notes", cell: ({ note }) => words(note) },
    ]);
  }

  show(day: number, clock: Clock, sides: readonly Side[]): void {
    const rows = sides.flatMap(({ calendar, runs }) =>
      runs.flatMap((run) => {
        if (Math.floor(run.wall / minutesOfDay) !== day) return [];
        const note = noteOf(calendar, run);
        return run.group.schedules.map((schedule) => ({ calendar, schedule, run, note }));
      }),
    );
    byId("day-heading", HTMLElement).textContent = `Runs of ${long(day)}`;
    this.#table.show(`${counted(rows.length, "run")}, in the time of ${clock.zone}`, rows);
  }
}

function noteOf({ data }: InstanceCalendar, { group, at }: Run): string {
  const { odd = [], assumptions = [] } = data.timings[group.timing] ?? {};
  const run = odd.find((one) => one.at === at);
  return [...(run === undefined ? [] : [oddities[run.oddity]]), ...assumptions].join(" ");
}
