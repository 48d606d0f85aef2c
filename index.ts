import * as platform from "pulumi-platform";

const weekly = new platform.ReportSchedule("weekly-sales", {
  title: "Weekly sales",
  pageId: 1001,
  viewId: 2001,
  attachmentInclude: true,
  schedule: {
    frequency: "WEEKLY",
    daysToRun: "MON",
    hourOfDay: 8,
    minOfHour: 0,
    timezone: "America/New_York",
    enabled: true,
    additionalRecipients: [{ type: "EMAIL", value: "sales@example.com" }],
  },
});

const monthly = new platform.ReportSchedule("monthly-review", {
  title: "Monthly review",
  pageId: 1002,
  viewId: 2002,
  attachmentInclude: false,
  schedule: {
    frequency: "MONTHLY",
    daysToRun: "15",
    hourOfDay: 12,
    minOfHour: 30,
    timezone: "UTC",
    enabled: true,
  },
});

const analysts = new platform.Group("analysts", {
  name: "Analysts",
  description: "May read all sales reports",
  type: "open",
});

new platform.ScheduledReportEmails("mail", { enabled: true });

export const schedules = { weekly: weekly.id, monthly: monthly.id };
export const group = analysts.id;
export const roles = platform.getRolesOutput().roles.apply((all) => all.map(({ name }) => name));
