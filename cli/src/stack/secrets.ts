/** The key by which Pulumi marks values that are not plain, and its mark of a secret. */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Whether a value is the form in which Pulumi writes a secret. */
export const isSecret = (value: object): boolean =>
  (value as Record<string, unknown>)[signature] === secretSignature;
