import { z } from "zod";
import type { Addressee } from "../definition/mail";
import { eachOnce, openWord, setOf } from "../definition/fields";

/** Who gets a report. */
export const recipient = z
  .strictObject({
    type: openWord("EMAIL", "USER", "GROUP").describe("Kind of recipient: `EMAIL` for an address."),
    value: z.string().min(1).describe("The e-mail address, or the id of the user or group."),
  })
  .check(({ value: { type, value }, issues }) => {
    if (type === "EMAIL" && !z.email().safeParse(value).success) {
      issues.push({
        code: "custom",
        input: value,
        path: ["value"],
        message: "is no e-mail address: use the form name@example.com",
      });
    }
  })
  .meta({ typeName: "ScheduleRecipient" });

export type Recipient = z.infer<typeof recipient>;

/** Who that is, however it is spelled. */
export const recipientKey = ({ type, value }: Recipient) =>
  JSON.stringify([type, type === "EMAIL" ? value.toLowerCase() : value]);

export const recipientSet = setOf(recipientKey);

/** Why nobody is to stand in a list of recipients twice. */
export function twoMails(_one: unknown, first: number): string {
  return `is the same as number ${first + 1} of the list, and would get two mails: name each once`;
}

/** Recipients, each once. */
export const recipients = z.array(recipient).check(eachOnce(recipientKey, twoMails));

/** Who they are, for what is said of mail; undefined as long as they are not known. */
export function addressees(path: string, recipients: unknown): Addressee[] | undefined {
  if (!Array.isArray(recipients)) return recipients === undefined ? [] : undefined;
  const known = (recipients as unknown[]).map((one, index): Addressee | undefined => {
    const { type, value } = one as Partial<Recipient>;
    if (typeof type !== "string" || typeof value !== "string") return undefined;
    return {
      path: `${path}[${index}].value`,
      // Kinds that are not known yet may hold addresses, too.
      ...(type === "EMAIL" || value.includes("@")
        ? { address: value, name: value }
        : { name: `${type.toLowerCase()} ${value}` }),
    };
  });
  return known.every((one) => one !== undefined) ? known : undefined;
}
