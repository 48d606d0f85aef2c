/** The command by which a person says that objects are deleted. The ids that were confirmed before stay. */
export const confirmAbsent = (ids: readonly string[], confirmed: readonly string[]): string =>
  `\`pulumi config set platform:confirmAbsent ${[...confirmed, ...ids].join(",")}\``;

/** What to do where only extended operations can. */
export const useExtended = "Run `pulumi config set platform:operations extended`";

/** A text as one word of a command that people copy: paths and names of resources can hold anything. */
export function shellWord(text: string): string {
  if (/^[\w./-]+$/.test(text)) return text;
  return process.platform === "win32" ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}
