/** A text as one word of a command that people copy: names of resources can hold anything. */
export function shellWord(text: string): string {
  if (/^[\w./-]+$/.test(text)) return text;
  return process.platform === "win32" ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}
