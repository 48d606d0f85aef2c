import type { RecipientData, ScheduleData } from "./data.cjs";
import { element, folded, foreign } from "./elements.cjs";
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

/** The number of recipients. Their list can have another length, for example with groups. */
export function countOfRecipients({ people, recipients }: ScheduleData): string {
  const number = people === undefined ? "not shown" : people.toLocaleString("en");
  const isWhole =
    recipients === undefined || recipients.length === 0 || people === recipients.length;
  return isWhole ? number : `${number} (${recipients.length.toLocaleString("en")} listed)`;
}

export const recipientName = ({ name, id }: RecipientData): HTMLElement =>
  element("span", {}, foreign(name), ...(id === undefined ? [] : [element("small", {}, ` ${id}`)]));

/** The number of recipients of a schedule, and their names if the instance shows them. */
export const recipientsColumn: Column<ScheduleRow> = {
  heading: "Recipients",
  value: ({ schedule }) => schedule.people ?? -1,
  cell({ calendar, schedule }) {
    const recipients = calendar.recipientsOf(schedule) ?? [];
    const count = countOfRecipients(schedule);
    return recipients.length === 0 ? count : folded(count, () => recipients.map(recipientName));
  },
};
