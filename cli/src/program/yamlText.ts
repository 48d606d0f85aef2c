/** Text in which Pulumi replaces nothing: it reads `$$` as `$`, and `${` as the begin of an expression. */
export const literalText = (text: string): string =>
  text.replace(/\$+(?=\{)|\${2,}/g, (signs) => signs + signs);

/** What Pulumi makes of a text; undefined where it holds an expression. */
export const textOf = (literal: string): string | undefined =>
  literal.replaceAll("$$", "").includes("${") ? undefined : literal.replaceAll("$$", () => "$");
