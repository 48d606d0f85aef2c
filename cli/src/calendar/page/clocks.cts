import type { ClockChange, ScheduleData } from "./data.cjs";
import { long, minutesOfDay, timeOf } from "./dates.cjs";
import { byId, counted, element, folded, foreign } from "./elements.cjs";
import type { Group, InstanceCalendar } from "./instance.cjs";
import { SortableTable } from "./table.cjs";
import type { Column } from "./table.cjs";

interface Row {
  instance: string;
  change: ClockChange;
  runs: { schedule: ScheduleData; text: string }[];
}

/** All clock changes, with the runs that they skip or repeat. */
export class ClocksSection {
  readonly #table: SortableTable<Row>;

  constructor(hasMany: boolean) {
    const columns: Column<Row>[] = [
      {
        heading: "Date",
        cell: ({ change }) => long(Math.floor((change.at + change.before) / minutesOfDay)),
        value: ({ change }) => change.at,
      },
      { heading: "Time zone", cell: ({ change }) => change.zone },
      { heading: "Clocks", cell: ({ change }) => jumpOf(change) },
      ...(hasMany ? [{ heading: "Instance", cell: ({ instance }: Row) => instance }] : []),
      {
        heading: "Runs at times that do not exist or come twice",
        cell: ({ runs }) =>
          runs.length === 0
            ? "none"
            : folded(counted(runs.length, "run"), () =>
                runs.map(({ schedule, text }) =>
                  element("span", {}, foreign(schedule.title), `: ${text}`),
                ),
              ),
        value: ({ runs }) => runs.length,
      },
    ];
    this.#table = new SortableTable("Changes of clocks", columns);
    byId("clocks", HTMLElement).append(this.#table.element);
  }

  show(sides: readonly (readonly [InstanceCalendar, readonly Group[]])[]): void {
    const rows = sides.flatMap(([{ data }, groups]) => {
      const schedulesOf = new Map(groups.map(({ timing, schedules }) => [timing, schedules]));
      return data.changes.map((change) => {
        const runs = change.runs.flatMap(({ timing, oddity }) =>
          (schedulesOf.get(timing) ?? []).map((schedule) => {
            const why = oddity === "skipped" ? "does not exist" : "comes twice";
            return { schedule, text: `${schedule.rule.time} ${why}` };
          }),
        );
        return { instance: data.name, change, runs };
      });
    });
    const affected = rows.reduce((sum, { runs }) => sum + runs.length, 0);
    this.#table.show(
      `${counted(rows.length, "change")} of clocks in the time zones of the schedules, ${counted(affected, "run")} at such a time`,
      rows,
    );
  }
}

/** 02:00 → 03:00 */
export const jumpOf = ({ at, before, after }: Omit<ClockChange, "zone" | "runs">): string =>
  `${timeOf(at + before)} → ${timeOf(at + after)}`;
