import { z } from "zod";
import { defineFunction } from "../definition/function";
import { openWord, wholeNumber } from "../definition/fields";
import { routes } from "../platform/routes";
import { scheduleItem, schedulePages, type ScheduleItem } from "../resources/scheduleList";
import { readPages } from "../wire/pages";

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
    skip: wholeNumber().optional().describe("Number of schedules to skip.").meta({ default: 0 }),
    orderBy: z
      .enum(["startDate", "nextRunDate", "title"])
      .optional()
      .describe("Field to sort by.")
      .meta({ default: "title" }),
    ascending: z
      .boolean()
      .optional()
      .describe("Whether the smallest value comes first.")
      .meta({ default: true }),
  }),
  result: z.object({
    schedules: z
      .array(scheduleItem.meta({ typeName: "ReportScheduleItem" }))
      .describe("The schedules that match."),
  }),
  calls: [{ route: routes.listSchedules }],
  async run(instance, { filter, title, limit = Infinity, skip = 0, orderBy, ascending }) {
    const page = schedulePages({
      filter: filter ?? instance.settings.scheduleFilter,
      title,
      orderBy: orderBy ?? "title",
      isAscending: ascending ?? true,
    });
    // Counted here, because the server may ignore `skip` and `limit`.
    const { items } = await readPages<ScheduleItem>(
      ({ id }) => id,
      (received) => instance.send(page(received)),
      skip + limit,
    );
    return { schedules: [...items.values()].slice(skip, skip + limit) };
  },
  example: `import * as platform from "pulumi-platform";

const mine = platform.getReportSchedulesOutput({ title: "Weekly" });
export const titles = mine.schedules.apply((found) => found.map(({ title }) => title));
`,
});
