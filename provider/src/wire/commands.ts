import { visible } from "./visible";

/** A text as one word of a command that people copy: paths and names of resources can hold anything. */
export function shellWord(text: string): string {
  if (/^[\w./-]+$/.test(text)) return text;
  if (process.platform === "win32") return `"${text}"`;
  return visible(text) === text ? `'${text.replaceAll("'", `'\\''`)}'` : `$'${bytesOf(text)}'`;
}

/** What nobody can see or copy is written as bytes, which every bash and zsh understands. */
const bytesOf = (text: string): string =>
  Array.from(text, (sign) => {
    if (/['\\]/.test(sign)) return `\\${sign}`;
    if (visible(sign) === sign) return sign;
    return Buffer.from(sign).toString("hex").replace(/../g, "\\x$&");
  }).join("");

/** A command that people copy. A word that ends with `*` stands for files, so the `*` is not quoted. */
export const shellCommand = (words: readonly string[]): string =>
  words
    .map((word) => {
      if (/^[\w./:,=-]+$/.test(word)) return word;
      return word.endsWith("*") ? `${shellWord(word.slice(0, -1))}*` : shellWord(word);
    })
    .join(" ");
