import { withoutAddresses } from "./mailAddresses";

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
  return (text) =>
    withoutAddresses(
      spellings.reduce((redacted, spelling) => redacted.replaceAll(spelling, "[secret]"), text),
    );
}
