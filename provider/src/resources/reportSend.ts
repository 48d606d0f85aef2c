import { z } from "zod";
import { defineAction } from "../define";
import { anyId, maybe } from "../fields";
import { recipient } from "./recipient";
import { schedulePath } from "./scheduleList";

const history = z.array(
  z.object({
    id: anyId,
    automated: maybe(z.boolean()),
    recipients: maybe(z.array(z.unknown())),
  }),
);

export const reportSend = defineAction({
  name: "ReportSend",
  noun: "sending",
  doc: "Sends a report now, by e-mail, to the given recipients: when it is created, and again when an argument or a trigger changes. Nobody gets it twice because of a fault.",
  inputs: z.strictObject({
    scheduleId: z.string().min(1).describe("Id of the report schedule whose report is sent."),
    recipients: z.array(recipient).min(1).describe("Who gets the report."),
  }),
  label: ({ scheduleId, recipients }) =>
    `of report schedule ${scheduleId} to ${recipients.length} ${recipients.length === 1 ? "recipient" : "recipients"}`,
  calls: ["POST /api/content/v1/reportschedules/{scheduleId}/sendnow"],
  traceCalls: [
    "GET /api/content/v1/reportschedules/{id}/history before it and after a lost answer",
  ],
  run: (instance, { scheduleId, recipients }) =>
    instance.send({
      tried: `send report schedule ${scheduleId} to ${recipients.length} recipients`,
      method: "POST",
      path: `${schedulePath(scheduleId)}/sendnow`,
      body: recipients,
      answer: z.unknown(),
    }),
  async trace(instance, { scheduleId, recipients }) {
    const entries = await instance.send({
      tried: `read what was sent of report schedule ${scheduleId}`,
      method: "GET",
      path: `${schedulePath(scheduleId)}/history`,
      query: { limit: 100, skip: 0 },
      answer: history,
    });
    return entries
      .filter((entry) => entry.automated === false)
      .filter((entry) => entry.recipients?.length === recipients.length)
      .map(({ id }) => id);
  },
  whenUnknown:
    "Ask a recipient, or look at the schedule's history on the instance; to send it again, change `triggers`.",
  example: `import * as platform from "pulumi-platform";

new platform.ReportSend("announce", {
  scheduleId: "4294967292",
  recipients: [{ type: "EMAIL", value: "board@example.com" }],
  triggers: ["first quarter"],
});
`,
});
