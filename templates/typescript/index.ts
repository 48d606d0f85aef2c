import * as platform from "pulumi-platform/plugin";

// Reads the names of the roles. The instance does not change.
export const roles = platform.getRolesOutput().roles.apply((all) => all.map(({ name }) => name));

// Your first report schedule: switched off, and only for you. Write the ids of your page and view, and your address.
// export const first = new platform.ReportSchedule("first", {
//   title: "My first report",
//   pageId: 1001,
//   viewId: 2001,
//   attachmentInclude: true,
//   schedule: {
//     frequency: "WEEKLY",
//     daysToRun: "MON",
//     hourOfDay: 8,
//     minOfHour: 0,
//     timezone: "UTC",
//     enabled: false,
//     additionalRecipients: [{ type: "EMAIL", value: "you@example.com" }],
//   },
// }).id;
