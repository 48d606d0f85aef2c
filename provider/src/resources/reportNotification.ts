import { z } from "zod";
import { defineAction } from "../definition/action";
import type { Addressee } from "../definition/mail";
import { eachOnce, setOf, wholeNumber } from "../definition/fields";
import { twoMails } from "./recipient";
import { sentByHand } from "./scheduleHistory";
import { schedulePath } from "./scheduleList";

const notified = z
  .strictObject({
    emailAddress: z
      .email({ error: "is no e-mail address: use the form name@example.com" })
      .describe("The e-mail address that it goes to."),
    userId: wholeNumber().optional().describe("Id of the user who has that address."),
    displayName: z.string().min(1).optional().describe("How the recipient is called."),
  })
  .meta({ typeName: "NotificationRecipient" });

type Notified = z.infer<typeof notified>;

const notifiedKey = ({ emailAddress, userId, displayName }: Notified) =>
  JSON.stringify([emailAddress.toLowerCase(), userId, displayName]);

function addressees(recipients: unknown): Addressee[] | undefined {
  if (!Array.isArray(recipients)) return undefined;
  const addresses = recipients.map((one) => (one as Partial<Notified>).emailAddress as unknown);
  return addresses.every((address) => typeof address === "string")
    ? addresses.map((address, at) => ({
        path: `recipients[${at}].emailAddress`,
        address,
        name: address,
      }))
    : undefined;
}

export const reportNotification = defineAction({
  name: "ReportNotification",
  noun: "notification",
  doc: "Builds a report anew and e-mails it to the given people: when it is created, and again when an argument or a trigger changes. Nobody gets it twice because of a fault, as long as the journal of the runs is kept.",
  inputs: z.strictObject({
    scheduleId: z.string().min(1).describe("Id of the report schedule whose report is built."),
    recipients: z
      .array(notified)
      .min(1)
      .check(eachOnce(({ emailAddress }: Notified) => emailAddress.toLowerCase(), twoMails))
      .describe(
        "Who gets the report. Their order means nothing. Which of their fields the platform needs is not documented; the address is what tells who gets mail.",
      )
      .meta({ meaning: setOf(notifiedKey) }),
  }),
  outputs: z.object({}),
  label: ({ scheduleId, recipients }) =>
    `of report schedule ${scheduleId} to ${recipients.length} ${recipients.length === 1 ? "recipient" : "recipients"}`,
  calls: [
    "POST /api/content/v1/reportschedules/{scheduleId}/notifications",
    "GET /api/content/v1/reportschedules/{scheduleId}/history before it and after a lost answer",
  ],
  mail: {
    to: ({ recipients }) => addressees(recipients),
    when: "once, when this is applied",
    sent: (inputs, interlock) =>
      interlock.mode === "muted"
        ? undefined
        : { ...inputs, recipients: [{ emailAddress: interlock.address }] },
  },
  async run(instance, { scheduleId, recipients }) {
    await instance.send({
      operation: `build report schedule ${scheduleId} and e-mail it to ${recipients.length} ${recipients.length === 1 ? "recipient" : "recipients"}`,
      method: "POST",
      path: `${schedulePath(scheduleId)}/notifications`,
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

new platform.ReportNotification("announce", {
  scheduleId: "4294967292",
  recipients: [{ userId: 1000001, displayName: "Board", emailAddress: "board@example.com" }],
  triggers: ["first quarter"],
});
`,
});
