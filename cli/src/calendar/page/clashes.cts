import { collisionsIn } from "./collisions.cjs";
import type { Collision } from "./collisions.cjs";
import { instanceColumns, recipientName } from "./columns.cjs";
import { long } from "./dates.cjs";
import { byId, counted, element, folded, foreign } from "./elements.cjs";
import type { Side } from "./instance.cjs";
import { SortableTable } from "./table.cjs";

/** Schedules that collide in the shown period. */
export class CollisionsSection {
  readonly #table: SortableTable<Collision>;

  constructor(hasMany: boolean) {
    this.#table = new SortableTable<Collision>("collisions", "Collisions", [
      { heading: "Time", cell: ({ time }) => time },
      { heading: "Kind", cell: ({ kind }) => kind },
      ...instanceColumns(hasMany),
      {
        heading: "Schedules",
        cell: ({ schedules }) =>
          folded(counted(schedules.length, "schedule"), () =>
            schedules.map(({ title }) => foreign(title)),
          ),
        value: ({ schedules }) => schedules.length,
      },
      {
        heading: "Shared recipients",
        cell: ({ shared }) =>
          shared.length === 0
            ? ""
            : folded(counted(shared.length, "recipient"), () =>
                shared.map(({ recipient, reports }) =>
                  element("span", {}, recipientName(recipient), `: ${counted(reports, "report")}`),
                ),
              ),
        value: ({ shared }) => shared.length,
      },
      {
        heading: "Days",
        cell: ({ days }) =>
          days.length === 1
            ? long(days[0] ?? 0)
            : folded(counted(days.length, "day"), () => days.map(long)),
        value: ({ days }) => days.length,
      },
    ]);
  }

  show(sides: readonly Side[], many: number): void {
    const rows = sides.flatMap(({ calendar, runs }) => collisionsIn(calendar, runs, many));
    this.#table.show(counted(rows.length, "collision"), rows);
    const unseen = sides.flatMap(({ chosen }) =>
      chosen.filter(({ recipients, isEnabled }) => isEnabled && recipients === undefined),
    );
    byId("collisions-unseen", HTMLElement).textContent =
      unseen.length === 0
        ? ""
        : `The instance does not show who gets ${counted(unseen.length, "schedule")}, so collisions of recipients can be missing.`;
  }
}
