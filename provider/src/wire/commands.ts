/** A text as one word of a command that people copy: paths and names of resources can hold anything. */
export function shellWord(text: string): string {
  if (/^[\w./-]+$/.test(text)) return text;
  return process.platform === "win32" ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command that people copy. A word that ends with `*` stands for files, so the `*` is not quoted. */
export const shellCommand = (words: readonly string[]): string =>
  words
    .map((word) => {
      if (/^[\w./:,=-]+$/.test(word)) return word;
      return word.endsWith("*") ? `${shellWord(word.slice(0, -1))}*` : shellWord(word);
    })
    .join(" ");
