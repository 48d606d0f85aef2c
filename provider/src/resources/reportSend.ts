import { z } from "zod";
import { defineAction } from "../definition/action";
import { routes } from "../platform/routes";
import { addressees, recipients, recipientSet } from "./recipient";
import {
  historyCall,
  labelOf,
  mailReport,
  recipientCount,
  sentByHand,
  whenUnknown,
} from "./reportMail";

export const reportSend = defineAction({
  name: "ReportSend",
  noun: "sending",
  does: "e-mails a report",
  doc: "E-mails a report to the given recipients at once. Pulumi sends it when it creates the resource, and again when an argument or a trigger changes. Each recipient gets the mail at most once.",
  inputs: z.strictObject({
    scheduleId: z
      .string()
      .min(1)
      .describe("Id of the report schedule that has the report.")
      .meta({ idOf: "schedule" }),
    recipients: recipients
      .min(1)
      .describe("Who gets the report, in any order.")
      .meta({ meaning: recipientSet }),
  }),
  outputs: z.object({}),
  label: labelOf,
  calls: [{ route: routes.sendSchedule }, historyCall],
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
  trace: sentByHand,
  whenUnknown,
  example: {
    name: "announce",
    args: {
      scheduleId: "4294967292",
      recipients: [{ type: "EMAIL", value: "board@example.com" }],
      triggers: ["first quarter"],
    },
  },
});
