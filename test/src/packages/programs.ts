import { plugins } from "../plugin/stack";
import type { Program } from "./project";

const declarations = `
const weekly = new platform.ReportSchedule("weekly", {
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
new platform.ReportSend("announce", {
  scheduleId: weekly.id,
  recipients: [{ type: "EMAIL", value: "board@example.com" }],
});
new platform.TextGeneration("greeting", { input: "Greet the board." });
new platform.ReportNotification("notify", {
  scheduleId: weekly.id,
  recipients: [{ emailAddress: "readers@example.com" }],
});
new platform.DatasetIndex("index", { datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01" });
new platform.StreamExecution("run", { streamId: "4021" });
new platform.ScheduledReportEmails("mail", { enabled: true });
const datasetId = "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01";
new platform.DatasetShare("orders", {
  datasetId,
  permissions: [{ type: "USER", id: "6789456782", accessLevel: "CAN_EDIT" }],
});
new platform.Certification("certified", { entityType: "DATA_SOURCE", entityId: datasetId });
const roles = platform.getRolesOutput();
`;

/** The same work in each kind of program. */
export const commonjs: Program = {
  type: "commonjs",
  file: "index.js",
  source: `
const pulumi = require("@pulumi/pulumi");
const platform = require("pulumi-platform");
${declarations}
new platform.Group("analysts", { name: pulumi.output("Analysts"), type: "open" });
exports.roleCount = roles.roles.apply((all) => all.length);
`,
};

export const typescript: Program = {
  type: "commonjs",
  file: "index.ts",
  source: `
import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-platform";
import { Group, type GroupArgs } from "pulumi-platform";
${declarations}
const args: GroupArgs = { name: pulumi.output("Analysts"), type: "open" };
export const group: pulumi.Output<string> = new Group("analysts", args).name;
export const roleCount: pulumi.Output<number> = roles.roles.apply((all) => all.length);
`,
};

export const onPlugin: Program = {
  ...typescript,
  source: typescript.source.replaceAll(`"pulumi-platform"`, `"pulumi-platform/plugin"`),
  project: plugins,
};

export const esm: Program = {
  type: "module",
  file: "index.js",
  source: `
import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-platform";
import { Group } from "pulumi-platform";
${declarations}
new Group("analysts", { name: pulumi.output("Analysts"), type: "open" });
export const roleCount = roles.roles.apply((all) => all.length);
`,
};
