/** Returns a function that blanks out every spelling of the given secrets that a text may hold. */
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
    spellings.reduce((redacted, spelling) => redacted.replaceAll(spelling, "[secret]"), text);
}
