import { z } from "zod";
import { eachOnce, openWord, setOf } from "../definition/fields";
import type { Addressee } from "../definition/mail";
import type { IdKind } from "../definition/idKinds";
import type { Values } from "../definition/values";

/** Users and groups have ids. */
export const kindOfGrantee = ({ type }: Values): IdKind | undefined =>
  type === "USER" ? "user" : type === "GROUP" ? "group" : undefined;

/** Who gets a report. */
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
    if (type === "EMAIL" && !z.email().safeParse(value).success) {
      issues.push({
        code: "custom",
        input: value,
        path: ["value"],
        message: "is not an e-mail address: use the form name@example.com",
      });
    }
  })
  .meta({ typeName: "ScheduleRecipient" });

type Recipient = z.infer<typeof recipient>;

/** The same recipient has the same key, however the program spells it. */
const recipientKey = ({ type, value }: Recipient) =>
  JSON.stringify([type, type === "EMAIL" ? value.toLowerCase() : value]);

export const recipientSet = setOf(recipientKey);

/** Why a list must not name a recipient twice. */
export function twoMails(_one: unknown, first: number): string {
  return `repeats number ${first + 1} of the list and would get two e-mails: name each recipient once`;
}

/** Recipients, each once. */
export const recipients = z.array(recipient).check(eachOnce(recipientKey, twoMails));

/** Recipients whose values are all known. */
const knownRecipients = z.array(z.object({ type: z.string(), value: z.string() }));

/** The recipients as messages name them; undefined while one of them is not known. */
export function addressees(path: string, recipients: unknown): Addressee[] | undefined {
  return knownRecipients.safeParse(recipients).data?.map(({ type, value }, index) => ({
    path: `${path}[${index}].value`,
    // Types that are not known yet may hold addresses, too.
    ...(type === "EMAIL" || value.includes("@")
      ? { address: value, name: value }
      : { name: `${type.toLowerCase()} ${value}` }),
  }));
}

/** The recipients whom no earlier list names. */
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
