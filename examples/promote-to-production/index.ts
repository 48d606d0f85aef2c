import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

/** The program has the ids of the development instance. A file has those of each other stack's instance. */
const ids = platform.idMap(`map.${pulumi.getStack()}.json`, { from: "https://dev.example.com" });

new platform.Group("analysts", { name: "Analysts", type: "open" });

const reports = [
  { title: "Weekly sales", pageId: 1001, viewId: 2001, daysToRun: "MON", hourOfDay: 8 },
  { title: "Weekly support", pageId: 1002, viewId: 2002, daysToRun: "FRI", hourOfDay: 15 },
].map(({ title, pageId, viewId, daysToRun, hourOfDay }) => {
  return new platform.ReportSchedule(title.toLowerCase().replaceAll(" ", "-"), {
    title,
    pageId: ids.page(pageId),
    viewId: ids.view(viewId),
    attachmentInclude: true,
    schedule: {
      frequency: "WEEKLY",
      daysToRun,
      hourOfDay,
      minOfHour: 0,
      timezone: "Europe/Berlin",
      enabled: true,
      additionalRecipients: [{ type: "EMAIL", value: "sales@example.com" }],
    },
  }).id;
});

export { reports };
