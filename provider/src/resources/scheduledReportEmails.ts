import { z } from "zod";
import { objectTriggers } from "../definition/action";
import { defineObject } from "../definition/object";
import type { Instance } from "../platform/instance";
import { routes } from "../platform/routes";

function turn(instance: Instance, enabled: boolean): Promise<unknown> {
  return instance.send({
    operation: `turn the scheduled report e-mails of the instance ${enabled ? "on" : "off"}`,
    route: routes.switchEmails,
    body: enabled,
    answer: z.unknown(),
  });
}

export const scheduledReportEmails = defineObject({
  name: "ScheduledReportEmails",
  noun: "switch of scheduled report e-mails",
  doc: "The instance-wide switch of scheduled report e-mails. The provider assumes that the switch does not change `enabled` of a schedule.",
  inputs: z.strictObject({
    enabled: z.boolean().describe("Whether the platform e-mails scheduled reports."),
    onDelete: z
      .enum(["keep", "enable", "disable"])
      .optional()
      .describe("What a delete of this resource does to the switch.")
      .meta({ omitted: { default: "keep", write: "keep" } }),
    triggers: objectTriggers(
      "Pulumi sets the switch to `enabled` again when one of them changes, for example after somebody used the switch by hand.",
    ),
  }),
  label: () => "of the instance",
  reaches: ({ enabled }, old) =>
    enabled === old?.enabled || typeof enabled !== "boolean"
      ? undefined
      : enabled
        ? "will let all schedules of the instance e-mail, also those that the program does not declare"
        : "will stop the e-mails of all schedules of the instance, also of those that the program does not declare",
  exclusiveKeys: () => ["the switch of scheduled report e-mails"],

  documented: {
    create: {
      calls: [{ route: routes.switchEmails }],
      repeatable: true,
      async run(instance, { enabled }) {
        await turn(instance, enabled);
        return { id: "scheduled-report-emails" };
      },
    },
    update: {
      calls: [{ route: routes.switchEmails, when: "if `enabled` or `triggers` changed" }],
      async run(instance, { inputs, changed }) {
        const isAsked = changed.includes("enabled") || changed.includes("triggers");
        if (isAsked) await turn(instance, inputs.enabled);
        return undefined;
      },
    },
    delete: {
      calls: [{ route: routes.switchEmails, when: "unless `onDelete` is `keep`" }],
      async run(instance, _id, { onDelete }) {
        if (onDelete === "enable" || onDelete === "disable") {
          await turn(instance, onDelete === "enable");
        }
      },
    },
  },
  extended: {},
  replacement: "createFirst",
  notes: { delete: "Sets the switch as `onDelete` says. With `keep`, Pulumi makes no call." },
  limits: [
    "No known call reads the switch, so Pulumi cannot see manual changes.",
    "A program declares the switch once for each instance.",
  ],
  example: {
    name: "mail",
    args: { enabled: true, onDelete: "disable" },
    importId: "scheduled-report-emails",
  },
});
