import { z } from "zod";
import { defineFunction } from "../definition/function";
import { openWord, wholeNumber } from "../definition/fields";
import { routes } from "../platform/routes";
import { readPaged, readQueried } from "../platform/lists";
import { scheduleItem } from "../resources/reportSchedule/item";
import { idOfSchedule, schedulePages } from "../resources/reportSchedule/list";
import { allowPartial, itemsOf } from "./partialLists";

export const getReportSchedules = defineFunction({
  name: "getReportSchedules",
  doc: "Lists the report schedules that the platform shows to the token's user. The function reads all pages.",
  args: z.strictObject({
    filter: openWord("USER", "RECIPIENT", "OWNER", "ALL")
      .optional()
      .describe(
        "Whose schedules to list. If you omit it, `platform:scheduleFilter` applies, then the platform's default. Vendor documentation: the schedules of the token's user.",
      ),
    title: z
      .string()
      .optional()
      .describe("Lists only schedules whose title matches, by the platform's rules."),
    limit: wholeNumber()
      .optional()
      .describe("Maximum number of schedules. If you omit it, the result holds all."),
    skip: wholeNumber()
      .optional()
      .describe("Number of schedules to skip.")
      .meta({ omitted: { default: 0 } }),
    orderBy: z
      .enum(["startDate", "nextRunDate", "title"])
      .optional()
      .describe("Field to sort by.")
      .meta({ omitted: { default: "title" } }),
    ascending: z
      .boolean()
      .optional()
      .describe("Whether the smallest value comes first.")
      .meta({ omitted: { default: true } }),
    allowPartial,
  }),
  result: z.object({
    schedules: z
      .array(scheduleItem.meta({ typeName: "ReportScheduleItem" }))
      .describe("The schedules that match."),
  }),
  calls: [{ route: routes.listSchedules }],
  async run(instance, args) {
    const { limit = Infinity, skip = 0, allowPartial } = args;
    const { filter = instance.settings.scheduleFilter, title, orderBy, ascending } = args;
    const page = schedulePages({
      filter,
      title,
      orderBy: orderBy ?? "title",
      isAscending: ascending ?? true,
    });
    const asked = Object.entries({ filter, title, orderBy, ascending })
      .filter(([, value]) => value !== undefined)
      .map(([path]) => path);
    // Without the requested filter or order, the list would be a different one.
    const read = asked.length > 0 ? readPaged : readQueried;
    const rejected = {
      note: `The instance may not offer ${asked.map((path) => `\`${path}\``).join(", ")} here.`,
      advice: (["unset", "change"] as const).map((program) => ({
        steps: asked.map((path) => ({ program, path })),
      })),
    };
    // Applied here too, because the server may ignore `skip` and `limit`.
    const listing = await read(
      instance,
      idOfSchedule,
      (received) => ({ ...page(received), ...(asked.length > 0 && { hints: { rejected } }) }),
      skip + limit,
    );
    const items = itemsOf(instance, "list report schedules", listing, allowPartial);
    return { schedules: items.slice(skip, skip + limit) };
  },
  example: {
    name: "weekly",
    args: { title: "Weekly" },
    exports: { scheduleId: "schedules[0].id" },
    answer: {
      schedules: [
        {
          id: "4294967292",
          title: "Weekly sales",
          pageId: "1234",
          reportViewId: "5678",
          viewName: "Sales",
          type: "REPORT",
          ownerId: "1000001",
          embedViewId: "5679",
          owner: true,
          cardCount: 3,
          recipientCount: 1,
          cardId: "9012",
          schedule: {
            frequency: "WEEKLY",
            daysToRun: "MON",
            hourOfDay: 8,
            minOfHour: 0,
            timezone: "America/New_York",
            enabled: true,
          },
        },
      ],
    },
  },
});
