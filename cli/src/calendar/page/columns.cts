import type { ScheduleData } from "./data.cjs";
import { folded, foreign } from "./elements.cjs";
import type { InstanceCalendar } from "./instance.cjs";
import type { Column } from "./table.cjs";

interface ScheduleRow {
  calendar: InstanceCalendar;
  schedule: ScheduleData;
}

/** The instance of a row, where the page has more than one. */
export const instanceColumns = (hasMany: boolean): Column<Pick<ScheduleRow, "calendar">>[] =>
  hasMany ? [{ heading: "Instance", cell: ({ calendar }) => calendar.data.name }] : [];

export const titleColumn: Column<ScheduleRow> = {
  heading: "Title",
  cell({ schedule }) {
    const text = foreign(schedule.title);
    text.className = "words";
    return text;
  },
  value: ({ schedule }) => schedule.title,
};

/** The number of recipients of a schedule, and their names if the instance shows them. */
export const recipientsColumn: Column<ScheduleRow> = {
  heading: "Recipients",
  value: ({ schedule }) => schedule.people ?? -1,
  cell({ calendar, schedule }) {
    const { people } = schedule;
    const names = calendar.recipientsOf(schedule);
    const number = people === undefined ? "not shown" : people.toLocaleString("en");
    if (names === undefined || names.length === 0) return number;
    // The count in the list can differ from the named recipients, for example with groups.
    const summary = people === names.length ? number : `${number} (${names.length} named)`;
    return folded(summary, () => names.map(foreign));
  },
};
