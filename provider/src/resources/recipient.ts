import { z } from "zod";
import { eachOnce, openWord, setOf } from "../definition/fields";
import type { Addressee } from "../definition/mail";
import type { IdKind } from "../definition/idKinds";
import type { Values } from "../definition/values";
import { isMailAddress, mailKey, notAnAddress } from "../wire/mailAddresses";

/** The kind of the id of a user or group. */
export const kindOfGrantee = ({ type }: Values): IdKind | undefined =>
  type === "USER" ? "user" : type === "GROUP" ? "group" : undefined;

/** A recipient of a report. */
export const recipient = z
  .strictObject({
    type: openWord("EMAIL", "USER", "GROUP").describe(
      "Type of recipient. The specification shows only `EMAIL`.",
    ),
    value: z
      .string()
      .min(1)
      .describe("The e-mail address for `EMAIL`, else the id of the user or group.")
      .meta({ idOf: kindOfGrantee }),
  })
  .check(({ value: { type, value }, issues }) => {
    if (type === "EMAIL" && value !== "" && !isMailAddress(value)) {
      issues.push({ code: "custom", input: value, path: ["value"], message: notAnAddress });
    }
  })
  .meta({ typeName: "ScheduleRecipient" });

type Recipient = z.infer<typeof recipient>;

/** The key of a recipient, which is the same for all spellings. */
const recipientKey = ({ type, value }: Recipient) => {
  const kind = type.toUpperCase();
  return JSON.stringify([kind, kind === "EMAIL" ? mailKey(value) : value]);
};

export const recipientSet = setOf(recipientKey);

/** The message for a recipient who is in a list twice. */
export function twoMails(_one: unknown, first: number): string {
  return `repeats number ${first + 1} of the list and would get two e-mails: name each recipient once`;
}

/** A list of recipients without repetition. */
export const recipients = z.array(recipient).check(eachOnce(recipientKey, twoMails));

/** Recipients whose values are all known. */
const knownRecipients = z.array(z.object({ type: z.string(), value: z.string() }));

/** The recipients as addressees; undefined if one of them is not known yet. */
export function addressees(path: string, recipients: unknown): Addressee[] | undefined {
  return knownRecipients.safeParse(recipients).data?.map(({ type, value }, index) => ({
    path: `${path}[${index}].value`,
    // A type that is not known yet can be `EMAIL`.
    ...(type === "EMAIL" || value.includes("@")
      ? { address: value, name: value }
      : { name: `${type.toLowerCase()} ${value}` }),
  }));
}

/** The recipients that the earlier list does not contain. */
export function addedAddressees(
  path: string,
  recipients: readonly Recipient[],
  before: readonly Recipient[],
): Addressee[] | undefined {
  const known = new Set(before.map(recipientKey));
  return addressees(path, recipients)?.filter((_one, at) => {
    const recipient = recipients[at];
    return recipient !== undefined && !known.has(recipientKey(recipient));
  });
}
