import { visible } from "pulumi-platform-provider/program";
import { unicodeEscape } from "../print.js";

/** The same text in double quotes, with invisible characters as YAML escapes them. */
export const escapeHidden = (quoted: string): string => visible(quoted, "\n", yamlEscape);

const yamlEscape = (sign: string): string =>
  sign.length > 1
    ? `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`
    : unicodeEscape(sign);

/** A text in double quotes, as YAML reads it. */
export const quotedText = (text: string): string => escapeHidden(JSON.stringify(text));

/** A text as TypeScript reads it, in these quotes, else in those that need fewer escapes. */
export function quoted(text: string, quote = fewestEscapes(text)): string {
  const inDouble = visible(JSON.stringify(text), "\n", unicodeEscape);
  if (quote === '"') return inDouble;
  const inner = inDouble
    .slice(1, -1)
    .replace(/\\(.)|'/gs, (all: string, escaped?: string) =>
      escaped === '"' ? '"' : all === "'" ? "\\'" : all,
    );
  return `'${inner}'`;
}

function fewestEscapes(text: string): string {
  const countOf = (quote: string) => text.split(quote).length;
  return countOf('"') <= countOf("'") ? '"' : "'";
}

/** Text in which Pulumi replaces nothing: it reads `$$` as `$`, and `${` as the begin of an expression. */
export const literalText = (text: string): string =>
  text.replace(/\$+(?=\{)|\${2,}/g, (signs) => signs + signs);

/** The text that Pulumi reads from a literal; undefined if the literal has an expression. */
export const textOf = (literal: string): string | undefined =>
  literal.replaceAll("$$", "").includes("${") ? undefined : literal.replaceAll("$$", () => "$");
