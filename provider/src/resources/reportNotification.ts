import { z } from "zod";
import { defineAction } from "../definition/action";
import { eachOnce, setOf, wholeNumber } from "../definition/fields";
import { routes } from "../platform/routes";
import { twoMails } from "./recipient";
import {
  historyCall,
  labelOf,
  mailReport,
  recipientCount,
  sentByHand,
  whenUnknown,
} from "./reportMail";

const notified = z
  .strictObject({
    emailAddress: z
      .email({ error: "is not an e-mail address: use the form name@example.com" })
      .describe("E-mail address of the recipient."),
    userId: wholeNumber().optional().describe("Id of the user who has the address."),
    displayName: z.string().min(1).optional().describe("Name of the recipient."),
  })
  .meta({ typeName: "NotificationRecipient" });

type Notified = z.infer<typeof notified>;

const notifiedKey = ({ emailAddress, userId, displayName }: Notified) =>
  JSON.stringify([emailAddress.toLowerCase(), userId, displayName]);

/** Recipients whose addresses are all known. */
const knownAddresses = z.array(z.object({ emailAddress: z.string() }));

export const reportNotification = defineAction({
  name: "ReportNotification",
  noun: "notification",
  doc: "Builds a report again and e-mails it to the given people. Pulumi sends it when it creates the resource, and again when an argument or a trigger changes. Each recipient gets the mail at most once.",
  inputs: z.strictObject({
    scheduleId: z.string().min(1).describe("Id of the report schedule that has the report."),
    recipients: z
      .array(notified)
      .min(1)
      .check(eachOnce(({ emailAddress }: Notified) => emailAddress.toLowerCase(), twoMails))
      .describe(
        "Who gets the report, in any order. The provider assumes that the address decides who gets e-mail.",
      )
      .meta({ meaning: setOf(notifiedKey) }),
  }),
  outputs: z.object({}),
  label: labelOf,
  calls: [{ route: routes.notifySchedule }, historyCall],
  mail: {
    to: ({ recipients }) =>
      knownAddresses.safeParse(recipients).data?.map(({ emailAddress }, at) => ({
        path: `recipients[${at}].emailAddress`,
        address: emailAddress,
        name: emailAddress,
      })),
    when: "once, when this change is applied",
    sent: (inputs, interlock) =>
      interlock.mode === "muted"
        ? undefined
        : { ...inputs, recipients: [{ emailAddress: interlock.address }] },
  },
  run(instance, mailing) {
    const operation = `build report schedule ${mailing.scheduleId} and e-mail it to ${recipientCount(mailing.recipients)}`;
    return mailReport(instance, routes.notifySchedule, operation, mailing);
  },
  trace: sentByHand,
  whenUnknown,
  limits: [
    "At most once holds as long as the journal of earlier runs is kept.",
    "The specification does not say which fields of a recipient the platform needs.",
  ],
  example: `import * as platform from "pulumi-platform";

new platform.ReportNotification("announce", {
  scheduleId: "4294967292",
  recipients: [{ userId: 1000001, displayName: "Board", emailAddress: "board@example.com" }],
  triggers: ["first quarter"],
});
`,
});
