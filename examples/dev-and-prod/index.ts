import * as platform from "pulumi-platform";

/** What differs between the instances: pages and views have other ids there, and only one of them mails. */
const instances = {
  dev: { pageId: 101, viewId: 201, enabled: false },
  prod: { pageId: 1001, viewId: 2001, enabled: true },
};

const schedules = Object.entries(instances).map(([instance, { pageId, viewId, enabled }]) => {
  new platform.Group(`analysts-${instance}`, { instance, name: "Analysts", type: "open" });
  const report = new platform.ReportSchedule(`weekly-sales-${instance}`, {
    instance,
    title: "Weekly sales",
    pageId,
    viewId,
    attachmentInclude: true,
    schedule: {
      frequency: "WEEKLY",
      daysToRun: "MON",
      hourOfDay: 8,
      minOfHour: 0,
      timezone: "America/New_York",
      enabled,
      additionalRecipients: [{ type: "EMAIL", value: "sales@example.com" }],
    },
  });
  return report.id;
});

export { schedules };
