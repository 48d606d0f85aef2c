import type { Clock } from "./clock.cjs";
import { instanceColumns, recipientsColumn, titleColumn } from "./columns.cjs";
import type { ScheduleData } from "./data.cjs";
import { momentOf } from "./dates.cjs";
import { counted, words } from "./elements.cjs";
import type { InstanceCalendar, Side } from "./instance.cjs";
import { SortableTable } from "./table.cjs";
import type { Column } from "./table.cjs";

interface Row {
  calendar: InstanceCalendar;
  schedule: ScheduleData;
  runs: number;
  next?: number;
  clock: Clock;
}

/** The schedules that run, those that are disabled, and those that cannot be placed. */
export class ScheduleSections {
  readonly #running: SortableTable<Row>;
  readonly #disabled: SortableTable<Row>;
  readonly #unplaced: SortableTable<Row>;

  constructor(hasMany: boolean) {
    const what: Column<Row>[] = [
      titleColumn,
      ...instanceColumns(hasMany),
      { heading: "Page", cell: ({ schedule }) => schedule.page },
      { heading: "Owner", cell: ({ schedule }) => schedule.owner ?? "not shown" },
    ];
    const when: Column<Row>[] = [
      { heading: "Frequency", cell: ({ schedule: { rule } }) => rule.frequency || "not shown" },
      { heading: "Days", cell: ({ schedule: { rule } }) => rule.days || "not set" },
      { heading: "Time", cell: ({ schedule: { rule } }) => rule.time || "not shown" },
      { heading: "Time zone", cell: ({ schedule: { rule } }) => rule.zone || "not shown" },
    ];
    const notes: Column<Row> = {
      heading: "Notes",
      cell: ({ calendar, schedule: { timing, reason } }) =>
        words(reason ?? calendar.data.timings[timing ?? -1]?.assumptions.join(" ") ?? ""),
    };
    const runs: Column<Row>[] = [
      {
        heading: "Runs in the period",
        cell: (row) => row.runs.toLocaleString("en"),
        value: (row) => row.runs,
        isNumber: true,
      },
      {
        heading: "Next run",
        cell: ({ next, clock }) => (next === undefined ? "none" : momentOf(clock.wall(next))),
        value: ({ next }) => next ?? Infinity,
      },
    ];
    const planned = [...what, ...when, recipientsColumn];
    this.#running = new SortableTable("schedules", "Schedules", [...planned, ...runs, notes]);
    this.#disabled = new SortableTable("disabled", "Disabled schedules", [...planned, notes]);
    const reason = { ...notes, heading: "Reason" };
    const unplaced = [...what, reason, ...when, recipientsColumn];
    this.#unplaced = new SortableTable("unplaced", "Schedules without a place", unplaced);
  }

  show(sides: readonly Side[], clock: Clock, now: number): void {
    const all = sides.flatMap(({ calendar, chosen, runs }) => {
      const counts = new Map<number, number>();
      for (const { group } of runs) counts.set(group.timing, (counts.get(group.timing) ?? 0) + 1);
      return chosen.map((schedule): Row => {
        const next = calendar.instantsOf(schedule.timing ?? -1).find((at) => at >= now);
        return { calendar, schedule, runs: counts.get(schedule.timing ?? -1) ?? 0, next, clock };
      });
    });
    const disabled = all.filter(({ schedule }) => !schedule.isEnabled);
    const enabled = all.filter(({ schedule }) => schedule.isEnabled);
    const unplaced = enabled.filter(({ schedule }) => schedule.timing === undefined);
    const running = enabled.filter(({ schedule }) => schedule.timing !== undefined);
    const caption = (rows: readonly Row[]) => counted(rows.length, "schedule");
    this.#running.show(`${caption(running)}; next run in the time of ${clock.zone}`, running);
    this.#disabled.show(caption(disabled), disabled);
    this.#unplaced.show(caption(unplaced), unplaced);
  }
}
