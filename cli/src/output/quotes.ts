/** Signs that text hides, or by which it looks like other text. Emoji join with U+200D. */
const hidden = /[\u007f-\u009f\u2028\u2029]|(?![\u200d\u{10000}-\u{10ffff}])\p{Cf}/gu;

/** The same text in double quotes, with such signs as escapes. YAML also takes some of them for the end of a line. */
export const escapeHidden = (quoted: string): string =>
  quoted.replace(hidden, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A text in double quotes, as TypeScript and YAML read it. */
export const quotedText = (text: string): string => escapeHidden(JSON.stringify(text));

/** A text as TypeScript reads it, in these quotes, else in those that need fewer escapes. */
export function quoted(text: string, quote = fewestEscapes(text)): string {
  const inDouble = quotedText(text);
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
