import type { Clock } from "./clock.cjs";
import { oddities } from "./data.cjs";
import type { ScheduleData } from "./data.cjs";
import { long, timeOf } from "./dates.cjs";
import { byId, counted, folded, foreign, words } from "./elements.cjs";
import type { InstanceCalendar, Run } from "./instance.cjs";
import { SortableTable } from "./table.cjs";
import type { Column } from "./table.cjs";

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
    const columns: Column<Row>[] = [
      { heading: "Time", cell: ({ run }) => timeOf(run.wall), value: ({ run }) => run.at },
      {
        heading: "Title",
        cell: ({ schedule }) => titleOf(schedule),
        value: ({ schedule }) => schedule.title,
      },
      ...(hasMany
        ? [{ heading: "Instance", cell: ({ calendar }: Row) => calendar.data.name }]
        : []),
      recipientsColumn(({ calendar, schedule }) => ({ calendar, schedule })),
      {
        heading: "Time of the schedule",
        cell: ({ schedule: { rule } }) => `${rule.time} ${rule.zone}`,
      },
      { heading: "Notes", cell: ({ note }) => words(note) },
    ];
    this.#table = new SortableTable("Runs of the day", columns);
    byId("day", HTMLElement).append(this.#table.element);
  }

  show(day: number, clock: Clock, sides: readonly (readonly [InstanceCalendar, readonly Run[]])[]) {
    const rows = sides.flatMap(([calendar, runs]) =>
      runs.flatMap((run) => {
        const note = noteOf(calendar, run);
        return run.group.schedules.map((schedule) => ({ calendar, schedule, run, note }));
      }),
    );
    byId("day-heading", HTMLElement).textContent = `Runs of ${long(day)}`;
    this.#table.show(`${counted(rows.length, "run")}, in the time of ${clock.zone}`, rows);
  }
}

function noteOf(calendar: InstanceCalendar, run: Run): string {
  const odd = calendar.oddRun(run);
  const assumptions = calendar.data.timings[run.group.timing]?.assumptions ?? [];
  return [...(odd === undefined ? [] : [oddities[odd.oddity]]), ...assumptions].join(" ");
}

export const titleOf = ({ title }: ScheduleData): HTMLElement => {
  const text = foreign(title);
  text.className = "words";
  return text;
};

/** The number of recipients of a schedule, and their names if the instance shows them. */
export function recipientsColumn<Row>(
  of: (row: Row) => { calendar: InstanceCalendar; schedule: ScheduleData },
): Column<Row> {
  return {
    heading: "Recipients",
    value: (row) => of(row).schedule.people ?? -1,
    cell(row) {
      const { calendar, schedule } = of(row);
      const { people } = schedule;
      const names = calendar.recipientsOf(schedule);
      const number = people === undefined ? "not shown" : people.toLocaleString("en");
      if (names === undefined || names.length === 0) return number;
      // The count in the list can differ from the named recipients, for example with groups.
      const summary = people === names.length ? number : `${number} (${names.length} named)`;
      return folded(summary, () => names.map(foreign));
    },
  };
}
