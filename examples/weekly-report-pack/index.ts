import * as platform from "pulumi-platform";
import teams from "./teams.json";

// Staggered by a quarter of an hour, so that the reports are not all built at once.
const packs = teams.map(({ name, pageId, viewId, lead }, index) => {
  const key = name.toLowerCase();
  const group = new platform.Group(key, {
    name: `${name} reports`,
    description: `Readers of the weekly report of ${name}`,
    type: "open",
  });
  const report = new platform.ReportSchedule(key, {
    title: `${name}: the week`,
    pageId,
    viewId,
    attachmentInclude: true,
    schedule: {
      frequency: "WEEKLY",
      daysToRun: "MON",
      hourOfDay: 7,
      minOfHour: (15 * index) % 60,
      timezone: "Europe/Berlin",
      enabled: true,
      additionalRecipients: [{ type: "EMAIL", value: lead }],
    },
  });
  return { team: name, group: group.id, report: report.id };
});

export { packs };
