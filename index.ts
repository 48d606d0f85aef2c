import * as platform from "pulumi-platform/plugin";

// `npm start` sets both. Without them, as on your own instance, no schedule is enabled, so nothing is e-mailed.
const isSimulated = process.env.PLATFORM_EXAMPLE === "simulated";
const email = process.env.PLATFORM_EXAMPLE_EMAIL;

const named = (name: string) => (isSimulated ? name : `${name} (example)`);

const weekly = new platform.ReportSchedule("weekly-sales", {
  title: named("Weekly sales"),
  pageId: 1001,
  viewId: 2001,
  attachmentInclude: true,
  schedule: {
    frequency: "WEEKLY",
    daysToRun: "MON",
    hourOfDay: 8,
    minOfHour: 0,
    timezone: "America/New_York",
    enabled: isSimulated,
    additionalRecipients: email ? [{ type: "EMAIL", value: email }] : [],
  },
});

const monthly = new platform.ReportSchedule("monthly-review", {
  title: named("Monthly review"),
  pageId: 1002,
  viewId: 2002,
  attachmentInclude: false,
  schedule: {
    frequency: "MONTHLY",
    daysToRun: "15",
    hourOfDay: 12,
    minOfHour: 30,
    timezone: "UTC",
    enabled: isSimulated,
  },
});

const analysts = new platform.Group("analysts", {
  name: named("Analysts"),
  description: "May read all sales reports",
  type: "open",
});

// This switch is for the e-mails of everybody on the instance.
if (isSimulated) new platform.ScheduledReportEmails("mail", { enabled: true });

export const schedules = { weekly: weekly.id, monthly: monthly.id };
export const group = analysts.id;
export const roles = platform.getRolesOutput().roles.apply((all) => all.map(({ name }) => name));
