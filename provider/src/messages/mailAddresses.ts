import { domainToASCII } from "node:url";

/** Anything that mail systems accept: only separators, spaces and control characters end an address. */
const plain = String.raw`[^\s\p{Cc}"(),:;<>@[\]\\]+`;
const label = String.raw`[^\s\p{Cc}\x21-\x2c\x2e\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7e]+`;
const domain = String.raw`(?:${label}(?:\.${label})*|\[[^\s\p{Cc}\]]+\])`;
// Between the quotes of two texts in JSON is a comma, a colon or a bracket.
const quoted = String.raw`"[^"\p{Cc},:;<>{}()[\]]+"`;
const address = `(?:${quoted}|${plain})@${domain}`;

const wholeAddress = new RegExp(String.raw`^${address}\.?$`, "u");

/** Whether a text can be an e-mail address. Only the mail systems know whether somebody has it. */
export const isMailAddress = (text: string): boolean => wholeAddress.test(text);

export const notAnAddress = "is not an e-mail address: use the form name@example.com";

/** The second alternative consumes text without `@` in one step. Otherwise a long text without spaces takes seconds. */
const addressOrRun = new RegExp(`${address}|${plain}`, "gu");

/** Removes e-mail addresses, because many people can read logs. The program has the addresses. */
export const withoutAddresses = (text: string): string =>
  text.includes("@")
    ? text.replace(addressOrRun, (found) => (found.includes("@") ? "[address]" : found))
    : text;

/** The domain of an address in the form that DNS uses, so that all spellings are equal. */
export const domainOf = (mailAddress: string): string =>
  asciiDomain(mailAddress.slice(mailAddress.lastIndexOf("@") + 1));

/** An address in the one form of all its spellings. */
export const mailKey = (mailAddress: string): string =>
  `${mailAddress.slice(0, mailAddress.lastIndexOf("@")).toLowerCase()}@${domainOf(mailAddress)}`;

/** A domain in the form that DNS uses. */
export function asciiDomain(name: string): string {
  const bare = name.trim().replace(/\.$/, "").toLowerCase();
  return domainToASCII(bare) || bare;
}
