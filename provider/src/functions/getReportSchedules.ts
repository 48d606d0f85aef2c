import { z } from "zod";
import { defineFunction } from "../definition/function";
import { folded, openWord, wholeNumber } from "../definition/fields";
import { routes } from "../platform/routes";
import { idOf, readQueried } from "../platform/lists";
import { scheduleItem } from "../resources/reportSchedule/item";
import type { ScheduleItem } from "../resources/reportSchedule/item";
import { scheduleList } from "../resources/reportSchedule/list";
import { allowPartial, itemsOf } from "./partialLists";

/** The rows by title. */
function inOrder(rows: ScheduleItem[], isAscending: boolean): ScheduleItem[] {
  const sorted = rows.toSorted((a, b) => byTitle.compare(a.title ?? "", b.title ?? ""));
  return isAscending ? sorted : sorted.reverse();
}
const byTitle = new Intl.Collator("en");

export const getReportSchedules = defineFunction({
  name: "getReportSchedules",
  doc: "Lists the report schedules that the platform shows to the token's user. The function reads all pages.",
  args: z.strictObject({
    filter: openWord("USER", "RECIPIENT", "OWNER", "ALL")
      .optional()
      .describe(
        "Which schedules to list. The specification calls it the schedule type, and shows no values. Observed: the values say whose schedules the list shows. If you omit it, `platform:scheduleFilter` applies, then the platform's default. Vendor documentation: the schedules of the token's user.",
      ),
    title: z
      .string()
      .optional()
      .describe(
        "Lists only schedules with this text in their titles. Assumed: the platform finds any part of a title, in any letter case.",
      ),
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
      .describe(
        "Field to sort by. If the platform ignores pages, it may also ignore a date here. The function then warns, and fails with `partial_list` if `limit` or `skip` takes only a part.",
      )
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
    const { limit = Infinity, skip = 0, allowPartial, title } = args;
    const { filter = instance.settings.scheduleFilter, orderBy = "title", ascending } = args;
    const isByTitle = orderBy === "title";
    // Without the platform, Pulumi can sort by title only.
    const given = Object.entries({ filter, ...(!isByTitle && { orderBy, ascending }) }).filter(
      ([, value]) => value !== undefined,
    );
    const asked = Object.fromEntries(
      given.map(([path, value]) => [path === "ascending" ? "isAscending" : path, value]),
    );
    const paths = given.map(([path]) => path);
    const rejected = {
      note: `The instance may not offer ${paths.map((path) => `\`${path}\``).join(", ")} here.`,
      advice: (["unset", "change"] as const).map((program) => ({
        steps: paths.map((path) => ({ program, path })),
      })),
    };
    const isMeant = (item: ScheduleItem) =>
      title === undefined || folded(item.title ?? "").includes(folded(title));
    const list = scheduleList(scheduleItem, asked, skip + limit);
    let firstPage: number | undefined;
    const listing = await readQueried(
      instance,
      idOf,
      {
        ...list,
        order: { orderBy: "title", isAscending: ascending ?? true },
        ...(title !== undefined && { optional: { title } }),
        ...(paths.length > 0 && { hints: { rejected } }),
      },
      // Without a title, all rows count.
      (items) => {
        firstPage ??= items.size;
        return (
          items.size >= skip + limit && [...items.values()].filter(isMeant).length >= skip + limit
        );
      },
    );
    const meant = [...listing.items.values()].filter(isMeant);
    const isOverlong =
      !instance.capabilities.refusedPaging.has(list.route) &&
      (firstPage ?? 0) > Number(list.size(0).limit);
    const isOtherOrder = !isByTitle && meant.length > 1 && (listing.isUnpaged || isOverlong);
    const otherOrder = `the platform knows no pages of schedules, so it may ignore \`orderBy\` (${orderBy}), too`;
    const isCut = skip > 0 || meant.length > limit;
    const partial = listing.partial ?? (isOtherOrder && isCut ? otherOrder : undefined);
    const items = itemsOf(instance, list.operation, { ...listing, partial }, allowPartial);
    if (isOtherOrder && !isCut) {
      instance.warnOnce(
        "order of report schedules",
        `The schedules may be in another order than the program asks for: ${otherOrder}.`,
      );
    }
    // Without pages, the platform knows no order either, and all rows are here.
    const isUnordered = listing.isUnpaged || items.length > skip + limit;
    const ordered = isByTitle && isUnordered ? inOrder(meant, ascending ?? true) : meant;
    if (meant.length < items.length) {
      instance.warnOnce(
        "title of report schedules",
        `The platform ignores the title when Pulumi tries to list report schedules. Pulumi leaves out ${items.length - meant.length} of ${items.length} schedules, whose titles do not contain "${title}".`,
      );
    }
    // The server may ignore these arguments, too.
    return { schedules: ordered.slice(skip, skip + limit) };
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
          type: "RECURRING",
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
