import type { Change } from "./clock.cjs";
import { instanceColumns } from "./columns.cjs";
import type { ClockChange } from "./data.cjs";
import { long, minutesOfDay, timeOf } from "./dates.cjs";
import { counted, element, folded, foreign } from "./elements.cjs";
import type { InstanceCalendar, Side } from "./instance.cjs";
import { SortableTable } from "./table.cjs";

interface Row {
  calendar: InstanceCalendar;
  change: ClockChange;
  runs: { title: string; text: string }[];
}

/** All clock changes, with the runs that they skip or repeat. */
export class ClocksSection {
  readonly #table: SortableTable<Row>;

  constructor(hasMany: boolean) {
    this.#table = new SortableTable<Row>("clocks", "Changes of clocks", [
      {
        heading: "Date",
        cell: ({ change }) => long(Math.floor((change.at + change.before) / minutesOfDay)),
        value: ({ change }) => change.at,
      },
      { heading: "Time zone", cell: ({ change }) => change.zone },
      { heading: "Clocks", cell: ({ change }) => jumpOf(change) },
      ...instanceColumns(hasMany),
      {
        heading: "Runs at times that do not exist or come twice",
        cell: ({ runs }) =>
          runs.length === 0
            ? "none"
            : folded(counted(runs.length, "run"), () =>
                runs.map(({ title, text }) => element("span", {}, foreign(title), `: ${text}`)),
              ),
        value: ({ runs }) => runs.length,
      },
    ]);
  }

  show(sides: readonly Side[]): void {
    const rows = sides.flatMap(({ calendar, groups }) =>
      calendar.data.changes.map((change) => {
        const runs = groups.flatMap(({ timing, schedules }) => {
          const { zone, odd = [] } = calendar.data.timings[timing] ?? {};
          const run = odd.find((one) => zone === change.zone && one.change === change.at);
          if (run === undefined) return [];
          const why = run.oddity === "skipped" ? "does not exist" : "comes twice";
          return schedules.map(({ title, rule }) => ({ title, text: `${rule.time} ${why}` }));
        });
        return { calendar, change, runs };
      }),
    );
    const affected = rows.reduce((sum, { runs }) => sum + runs.length, 0);
    this.#table.show(
      `${counted(rows.length, "change")} of clocks in the time zones of the schedules, ${counted(affected, "run")} at such a time`,
      rows,
    );
  }
}

/** 02:00 → 03:00 */
export const jumpOf = ({ at, before, after }: Change): string =>
  `${timeOf(at + before)} → ${timeOf(at + after)}`;
