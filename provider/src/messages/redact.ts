import { withoutAddresses } from "./mailAddresses";

/** Texts are cut here, because nobody reads more of a message. */
const longestText = 100_000;
/** An e-mail address is not longer. */
const longestAddress = 400;

/** Returns a function that blanks out e-mail addresses and every spelling of the given secrets in a text. */
export function redactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const spellings = secrets
    .filter((secret): secret is string => secret !== undefined && secret !== "")
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
    ])
    .sort((a, b) => b.length - a.length);
  const longest = Math.max(longestAddress, ...spellings.map(({ length }) => length));
  return (text) => {
    const redacted = withoutAddresses(
      spellings.reduce(
        (left, spelling) => left.replaceAll(spelling, "[secret]"),
        text.slice(0, longestText),
      ),
    );
    // What the cut broke is at the end.
    return text.length > longestText ? `${redacted.slice(0, -longest)}…` : redacted;
  };
}
