import { z } from "zod";
import { defineAction } from "../definition/action";
import { eachOnce, numericId, setOf } from "../definition/fields";
import { sentId } from "../definition/ids/numericIds";
import { routes } from "../platform/routes";
import { isMailAddress, mailKey, notAnAddress } from "../messages/mailAddresses";
import { twoMails } from "./recipient";
import { mailReport, recipientCount, scheduleId, sending, sendingCalls } from "./reportMail";

const notified = z
  .strictObject({
    emailAddress: z
      .string()
      .refine(isMailAddress, { error: notAnAddress })
      .optional()
      .describe("E-mail address of the recipient. You can omit it if you set `userId`."),
    userId: numericId("user").optional().describe("Id of the user who gets the mail."),
    displayName: z.string().min(1).optional().describe("Name of the recipient."),
  })
  .check(({ value: { emailAddress, userId }, issues }) => {
    if (emailAddress !== undefined || userId !== undefined) return;
    issues.push({ code: "custom", input: undefined, message: "needs emailAddress or userId" });
  })
  .meta({ typeName: "NotificationRecipient" });

type Notified = z.infer<typeof notified>;

const notifiedKey = ({ emailAddress, userId, displayName }: Notified) =>
  JSON.stringify([emailAddress && mailKey(emailAddress), userId?.toString(), displayName]);

/** Refuses a person who is in the list twice, by an address or by the id of a user. */
function eachPersonOnce(list: z.core.ParsePayload<Notified[]>): void {
  const addressed = list.value.filter(({ emailAddress }) => emailAddress !== undefined);
  const addresses = new Map(addressed.map((one) => [`${one.userId}`, one.emailAddress]));
  eachOnce(({ emailAddress, userId }: Notified) => {
    const address = emailAddress ?? addresses.get(`${userId}`);
    return address === undefined ? `user ${userId}` : mailKey(address);
  }, twoMails)(list);
}

/** Recipients whose values are all known. */
const knownRecipients = z.array(
  z.object({
    emailAddress: z.string().optional(),
    userId: z.union([z.number(), z.string()]).optional(),
  }),
);

export const reportNotification = defineAction({
  name: "ReportNotification",
  noun: "notification",
  does: "builds and e-mails a report",
  doc: "Builds a report again and e-mails it to the given people. Pulumi sends it when it creates the resource, and again when an argument or a trigger changes. Each recipient gets the mail at most once.",
  inputs: z.strictObject({
    scheduleId,
    recipients: z
      .array(notified)
      .min(1)
      .check(eachPersonOnce)
      .describe(
        "Who gets the report, in any order. Each needs `emailAddress` or `userId`. The provider assumes that the address, where there is one, decides who gets e-mail. `platform:allowedRecipientDomains` cannot check recipients without an address.",
      )
      .meta({ meaning: setOf(notifiedKey) }),
  }),
  ...sending,
  calls: sendingCalls(routes.notifySchedule),
  mail: {
    to: ({ recipients }) =>
      knownRecipients.safeParse(recipients).data?.map(({ emailAddress, userId }, at) =>
        emailAddress === undefined
          ? { path: `recipients[${at}].userId`, name: `user ${userId}` }
          : {
              path: `recipients[${at}].emailAddress`,
              address: emailAddress,
              name: emailAddress,
            },
      ),
    when: "once, when this change is applied",
    sent: (inputs, policy) =>
      policy.mode === "muted"
        ? undefined
        : { ...inputs, recipients: [{ emailAddress: policy.address }] },
  },
  run(instance, mailing) {
    const operation = `build report schedule ${mailing.scheduleId} and e-mail it to ${recipientCount(mailing.recipients)}`;
    const recipients = mailing.recipients.map((one) => ({ ...one, userId: sentId(one.userId) }));
    return mailReport(instance, routes.notifySchedule, operation, { ...mailing, recipients });
  },
  limits: ["The specification does not say which fields of a recipient the platform needs."],
  example: {
    name: "board",
    args: {
      scheduleId: "4294967292",
      recipients: [{ userId: 1000001, displayName: "Board", emailAddress: "board@example.com" }],
      triggers: ["first quarter"],
    },
  },
});
