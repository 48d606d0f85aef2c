import type { Item } from "../../../cli/dist/inventory/inventory";
import { reportSchedule } from "../../../provider/dist/resources/reportSchedule/reportSchedule";

interface Recipient {
  type: string;
  value: string;
}

/** What tells schedules apart in these tests. */
export interface Words {
  title: string;
  page: number;
  hour: number;
  recipients: Recipient[];
}

const schedule = (id: string, { title, page, hour, recipients }: Words): Item => ({
  resource: reportSchedule,
  id,
  inputs: {
    title,
    pageId: page,
    viewId: page + 1000,
    attachmentInclude: true,
    schedule: {
      ...{ frequency: "DAILY", hourOfDay: hour, minOfHour: 0, timezone: "UTC", enabled: true },
      additionalRecipients: recipients,
    },
  },
  outputs: {},
  unseen: [],
});

/** The id of a page on the other instance. */
export const otherPage = (page: number) => (page === 0 ? 0 : page + 500);

/** The same schedules on an instance with other ids, in another order, with their recipients in another order. */
export const moved = (one: Words): Words => ({
  ...one,
  page: otherPage(one.page),
  recipients: one.recipients.map(({ type, value }) => ({ type, value: `9${value}` })).reverse(),
});

/** Schedules with ids from `first` on. */
export const items = (all: readonly Words[], first: number) =>
  all.map((one, at) => schedule(String(first + at), one));
