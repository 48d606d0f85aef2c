import { z } from "zod";
import { defineAction } from "../definition/action";
import { routes } from "../platform/routes";
import { addressees, recipients, recipientSet } from "./recipient";
import { mailReport, recipientCount, scheduleId, sending, sendingCalls } from "./reportMail";

export const reportSend = defineAction({
  name: "ReportSend",
  noun: "sending",
  does: "e-mails a report",
  doc: "E-mails a report to the given recipients at once. Pulumi sends it when it creates the resource, and again when an argument or a trigger changes. Each recipient gets the mail at most once.",
  inputs: z.strictObject({
    scheduleId,
    recipients: recipients
      .min(1)
      .describe("Who gets the report, in any order.")
      .meta({ meaning: recipientSet }),
  }),
  ...sending,
  calls: sendingCalls(routes.sendSchedule),
  mail: {
    to: ({ recipients }) => addressees("recipients", recipients),
    when: "once, when this change is applied",
    sent: (inputs, policy) =>
      policy.mode === "muted"
        ? undefined
        : { ...inputs, recipients: [{ type: "EMAIL", value: policy.address }] },
  },
  run(instance, mailing) {
    const operation = `send report schedule ${mailing.scheduleId} to ${recipientCount(mailing.recipients)}`;
    return mailReport(instance, routes.sendSchedule, operation, mailing);
  },
  example: {
    name: "announce",
    args: {
      scheduleId: "4294967292",
      recipients: [{ type: "EMAIL", value: "board@example.com" }],
      triggers: ["first quarter"],
    },
  },
});
