import { z } from "zod";
import { defineFunction } from "../definition/function";
import { openWord, wholeNumber } from "../definition/fields";
import { scheduleItem, schedulePages, type ScheduleItem } from "../resources/scheduleList";
import { readPages } from "../wire/pages";

export const getReportSchedules = defineFunction({
  name: "getReportSchedules",
  doc: "Report schedules of the instance. Paging is hidden: the result holds all that match, in a stable order.",
  args: z.strictObject({
    filter: openWord("USER", "RECIPIENT", "OWNER", "ALL")
      .optional()
      .describe(
        "Whose schedules: the caller's where left out. `ALL` needs the grant to manage all content. `platform:scheduleFilter` by default.",
      ),
    title: z
      .string()
      .optional()
      .describe("Only schedules whose title matches, as the platform matches."),
    limit: wholeNumber().optional().describe("At most so many schedules; all where left out."),
    skip: wholeNumber()
      .optional()
      .describe("So many schedules less at the start; 0 where left out."),
    orderBy: z
      .enum(["startDate", "nextRunDate", "title"])
      .optional()
      .describe("Field to sort by; `title` where left out."),
    ascending: z.boolean().optional().describe("Smallest first; true where left out."),
  }),
  result: z.object({
    schedules: z
      .array(scheduleItem.meta({ typeName: "ReportScheduleItem" }))
      .describe("The schedules."),
  }),
  calls: ["GET /api/content/v1/reportschedules"],
  async run(instance, { filter, title, limit = Infinity, skip = 0, orderBy, ascending }) {
    const page = schedulePages({
      filter: filter ?? instance.settings.scheduleFilter,
      title,
      orderBy: orderBy ?? "title",
      isAscending: ascending ?? true,
    });
    // Counted here, as the server need not obey `skip` and `limit`.
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
