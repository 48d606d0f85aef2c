import { z } from "zod";
import { defineObject } from "../definition/object";
import type { Instance } from "../platform/instance";

const path = "/api/content/v1/reportschedules/emails/enabled";

function turn(instance: Instance, enabled: boolean): Promise<unknown> {
  return instance.send({
    operation: `turn the scheduled report e-mails of the instance ${enabled ? "on" : "off"}`,
    method: "PUT",
    path,
    body: enabled,
    answer: z.unknown(),
  });
}

export const scheduledReportEmails = defineObject({
  name: "ScheduledReportEmails",
  noun: "switch of scheduled report e-mails",
  doc: "The instance-wide switch of scheduled report e-mails. While it is off, no schedule sends mail; each keeps its own `enabled`. There is one per instance and program.",
  inputs: z.strictObject({
    enabled: z.boolean().describe("Whether scheduled reports are e-mailed at all."),
    onDelete: z
      .enum(["keep", "enable", "disable"])
      .optional()
      .describe("What deleting this resource does to the switch. `keep` by default: nothing.")
      .meta({ whenRemoved: "keep", sameAsAbsent: "keep" }),
  }),
  outputs: z.object({}),
  label: () => "of the instance",
  claims: () => ["the switch of scheduled report e-mails"],

  documented: {
    create: {
      calls: ["PUT /api/content/v1/reportschedules/emails/enabled"],
      repeatable: true,
      async run(instance, { enabled }) {
        await turn(instance, enabled);
        return { id: "scheduled-report-emails" };
      },
    },
    update: {
      calls: ["PUT /api/content/v1/reportschedules/emails/enabled where `enabled` changed"],
      async run(instance, { inputs, changed }) {
        if (changed.includes("enabled")) await turn(instance, inputs.enabled);
        return undefined;
      },
    },
    delete: {
      calls: ["PUT /api/content/v1/reportschedules/emails/enabled unless `onDelete` is `keep`"],
      async run(instance, _id, { onDelete }) {
        if (onDelete === "enable" || onDelete === "disable") {
          await turn(instance, onDelete === "enable");
        }
      },
    },
  },
  extended: {},
  replacement: "createFirst",
  notes: {
    delete: "Does what `onDelete` says: nothing where it is left out.",
    read: "The platform has no way to read the switch: a change made on the instance is not seen.",
  },
  example: `import * as platform from "pulumi-platform";

new platform.ScheduledReportEmails("mail", { enabled: true, onDelete: "disable" });
`,
});
