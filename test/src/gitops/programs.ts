import { seedIds } from "pulumi-platform-simulator";

/** The text of a program with these resources. */
export const programOf = (...resources: readonly string[]): string =>
  `import * as platform from "pulumi-platform";\n\n${resources.join("\n")}`;

/** The same, with the resources of the plugin. */
export const pluginProgramOf = (...resources: readonly string[]): string =>
  programOf(...resources).replace('"pulumi-platform"', '"pulumi-platform/plugin"');

/** A schedule that e-mails one person on Mondays. */
export const schedule = (name: string, title: string, hourOfDay = 8): string =>
  `new platform.ReportSchedule("${name}", {
  title: "${title}",
  pageId: 1001,
  viewId: 2001,
  attachmentInclude: false,
  schedule: {
    frequency: "WEEKLY",
    daysToRun: "MON",
    hourOfDay: ${hourOfDay},
    minOfHour: 0,
    timezone: "Europe/Berlin",
    enabled: true,
    additionalRecipients: [{ type: "EMAIL", value: "${name}@example.com" }],
  },
});
`;

export const group = (name: string, title: string): string =>
  `new platform.Group("${name}", { name: "${title}", type: "open" });\n`;

export const share = `new platform.DatasetShare("orders", {
  datasetId: "${seedIds.dataset}",
  permissions: [{ type: "USER", id: "${seedIds.colleague}", accessLevel: "CAN_EDIT" }],
});
`;

/** E-mails an existing report once. */
export const send = (name: string, scheduleId: string): string =>
  `new platform.ReportSend("${name}", {
  scheduleId: "${scheduleId}",
  recipients: [{ type: "EMAIL", value: "board@example.com" }],
});
`;
