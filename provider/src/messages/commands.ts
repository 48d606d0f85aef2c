import { visible } from "./visible";

/** Quotes a text as one word of a command to copy, because paths and names can contain any character. */
export function shellWord(text: string): string {
  if (/^[\w./-]+$/.test(text)) return text;
  if (process.platform === "win32") return `"${text}"`;
  return visible(text) === text ? `'${text.replaceAll("'", `'\\''`)}'` : `$'${bytesOf(text)}'`;
}

/** Writes these characters as bytes, in a form that bash and zsh read. */
const bytesOf = (text: string): string =>
  visible(text.replace(/['\\]/g, "\\$&"), "", (sign) =>
    Buffer.from(sign).toString("hex").replace(/../g, "\\x$&"),
  );

/** A command to copy. A word that ends with `*` stands for files, so the `*` is not quoted. */
export const shellCommand = (words: readonly string[]): string =>
  words
    .map((word) => {
      if (/^[\w./:,=-]+$/.test(word)) return word;
      return word.endsWith("*") ? `${shellWord(word.slice(0, -1))}*` : shellWord(word);
    })
    .join(" ");
