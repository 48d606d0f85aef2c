import { z } from "zod";
import { defineAction } from "../definition/action";
import { addressees, recipients as listOfRecipients, recipientSet } from "./recipient";
import { sentByHand } from "./scheduleHistory";
import { schedulePath } from "./scheduleList";

export const reportSend = defineAction({
  name: "ReportSend",
  noun: "sending",
  doc: "Sends a report now, by e-mail, to the given recipients: when it is created, and again when an argument or a trigger changes. Nobody gets it twice because of a fault, as long as the journal of the runs is kept.",
  inputs: z.strictObject({
    scheduleId: z.string().min(1).describe("Id of the report schedule whose report is sent."),
    recipients: listOfRecipients
      .min(1)
      .describe("Who gets the report. Their order means nothing.")
      .meta({ meaning: recipientSet }),
  }),
  outputs: z.object({}),
  label: ({ scheduleId, recipients }) =>
    `of report schedule ${scheduleId} to ${recipients.length} ${recipients.length === 1 ? "recipient" : "recipients"}`,
  calls: [
    "POST /api/content/v1/reportschedules/{scheduleId}/sendnow",
    "GET /api/content/v1/reportschedules/{scheduleId}/history before it and after a lost answer",
  ],
  mail: {
    to: ({ recipients }) => addressees("recipients", recipients),
    when: "once, when this is applied",
    sent: (inputs, interlock) =>
      interlock.mode === "muted"
        ? undefined
        : { ...inputs, recipients: [{ type: "EMAIL", value: interlock.address }] },
  },
  async run(instance, { scheduleId, recipients }) {
    await instance.send({
      operation: `send report schedule ${scheduleId} to ${recipients.length} ${recipients.length === 1 ? "recipient" : "recipients"}`,
      method: "POST",
      path: `${schedulePath(scheduleId)}/sendnow`,
      body: recipients,
      answer: z.unknown(),
    });
    return undefined;
  },
  trace: (instance, { scheduleId, recipients }) =>
    sentByHand(instance, scheduleId, recipients.length),
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
