import { z } from "zod";
import { eachOnce, openIssue, openWord, setOf } from "../definition/fields";
import type { Addressee } from "../definition/mail";
import { holdsUnknown } from "../definition/unknowns";
import { kindOfGrantee, oddGranteeId } from "./grantee";
import { domainOf, isMailAddress, mailKey, notAnAddress } from "../messages/mailAddresses";

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
    const isAddress = type === "EMAIL" && value !== "";
    if (isAddress && !isMailAddress(value)) {
      issues.push({ code: "custom", input: value, path: ["value"], message: notAnAddress });
    } else if (isAddress && !domainOf(value).includes(".")) {
      const open = { known: [], meant: [] };
      issues.push(openIssue(value, open, ["value"], "has no dot after the @"));
    }
    issues.push(...oddGranteeId({ type, id: value }, ["value"]));
  })
  .meta({ typeName: "ScheduleRecipient" });

export type Recipient = z.infer<typeof recipient>;

/** The key of a recipient, which is the same for all spellings. */
export const recipientKey = ({ type, value }: Recipient) => {
  const kind = type.toUpperCase();
  return JSON.stringify([kind, kind === "EMAIL" ? mailKey(value) : value]);
};

export const recipientSet = setOf(recipientKey);

/** The message for a recipient who is in a list twice. */
export function twoMails(_one: unknown, first: number): string {
  return `repeats number ${first + 1} of the list and would get two e-mails: name each recipient once`;
}

/** Each recipient once. An instance can list one twice, which a program cannot. */
export function eachRecipientOnce(listed: readonly Recipient[]): Recipient[] {
  const known = new Set<string>();
  return listed.filter((one) => {
    const { size } = known;
    return known.add(recipientKey(one)).size > size;
  });
}

/** A list of recipients without repetition. */
export const recipients = z.array(recipient).check(eachOnce(recipientKey, twoMails));

/** Recipients as a preview knows them: each part may be unknown. */
const foreseen = z.array(z.object({ type: z.unknown(), value: z.unknown() }));

/** The recipients as addressees; undefined if their number is not known yet. */
export function addressees(path: string, recipients: unknown): Addressee[] | undefined {
  return foreseen.safeParse(recipients).data?.map(({ type, value }, index) => ({
    path: `${path}[${index}].value`,
    ...addresseeOf(type, value),
  }));
}

function addresseeOf(type: unknown, value: unknown): Omit<Addressee, "path"> {
  const kind = typeof type === "string" ? type.toLowerCase() : "recipient";
  if (typeof value !== "string")
    return {
      name:
        kind === "email" ? "an address that is not known yet" : `a ${kind} that is not known yet`,
    };
  // A type that is not known yet can be `EMAIL`.
  return kind === "email" || value.includes("@")
    ? { address: value, name: value }
    : { name: `${kind} ${value}` };
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
    return (
      recipient !== undefined && (holdsUnknown(recipient) || !known.has(recipientKey(recipient)))
    );
  });
}
