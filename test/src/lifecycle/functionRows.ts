import type { Calls, FunctionRow, Seen, Values } from "./row";

const both = (...calls: Calls) => ({ documented: calls, extended: calls });
const schedules = "GET /api/content/v1/reportschedules";

/** The schedules of the instance as the list shows them, by title. */
const reports = ({ state: { schedules, user } }: Seen): Values[] =>
  [...schedules]
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map(({ schedule, ...one }) => ({
      id: String(one.id),
      title: one.title,
      pageId: one.pageId,
      reportViewId: String(one.viewId),
      viewName: one.viewName,
      type: one.type,
      ownerId: String(one.ownerId),
      embedViewId: String(one.embedViewId),
      owner: one.ownerId === user,
      cardCount: one.cardCount,
      recipientCount: schedule.additionalRecipients.length,
      cardId: String(one.cardId),
      schedule: {
        frequency: schedule.frequency,
        daysToRun: schedule.daysToRun,
        hourOfDay: schedule.hourOfDay,
        minOfHour: schedule.minOfHour,
        timezone: schedule.timezone,
        enabled: schedule.enabled,
      },
    }));

const listing = (how: string, args: Values, from: number, to: number, pages = 2): FunctionRow => ({
  name: "getReportSchedules",
  how,
  args,
  calls: both(...Array<string>(pages).fill(schedules)),
  gives: (seen) => ({ schedules: reports(seen).slice(from, to) }),
});

/** What is expected of every function that there is. A new one adds its rows here. */
export const functionRows: readonly FunctionRow[] = [
  {
    name: "getRoles",
    args: {},
    calls: both("GET /api/authorization/v1/roles"),
    gives: ({ state }) => ({
      roles: state.roles.map(({ id, authorities, userIds, ...role }) => ({
        ...role,
        id: String(id),
        authorityCount: authorities.length,
        userCount: userIds.length,
      })),
    }),
  },
  listing("all", {}, 0, 2),
  listing("of a user", { filter: "USER" }, 0, 2),
  listing("by title", { title: ", too" }, 1, 2),
  listing("the first", { limit: 1, orderBy: "title", ascending: true }, 0, 1, 1),
  listing("the second", { skip: 1 }, 1, 2),
];
