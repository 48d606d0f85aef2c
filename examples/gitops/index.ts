import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-platform/plugin";

// Pages and views have other ids on each instance: see Pulumi.<stack>.yaml.
const config = new pulumi.Config();
const pageId = config.getNumber("pageId") ?? 1001;
const viewId = config.getNumber("viewId") ?? 2001;

new platform.Group("analysts", { name: "Analysts", type: "open" });

const weekdays = { frequency: "WEEKLY", minOfHour: 0, timezone: "Europe/Berlin", enabled: true };

new platform.ReportSchedule("weekly-sales", {
  title: "Weekly sales",
  pageId,
  viewId,
  attachmentInclude: true,
  schedule: {
    ...weekdays,
    daysToRun: "MON",
    hourOfDay: 8,
    additionalRecipients: [{ type: "EMAIL", value: "sales@example.com" }],
  },
});

new platform.ReportSchedule("friday-review", {
  title: "Friday review",
  pageId,
  viewId,
  attachmentInclude: false,
  schedule: {
    ...weekdays,
    daysToRun: "FRI",
    hourOfDay: 15,
    additionalRecipients: [{ type: "EMAIL", value: "managers@example.com" }],
  },
});
