/**
 * Characters that are invisible or change how other characters look: control and direction characters, halves of a
 * character, and everything that has no glyph. The two joiners and the variation selectors are part of words and emoji.
 */
const hidden =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

/**
 * The signs by which runners of pipelines find commands: within a line, and two colons also at the begin of one. A table
 * can wrap the next word to the begin of a line.
 */
const commandMarks = /#(?=#(?:\[|(?:vso|teamcity)\[))|(?<=^|\s):(?=:[a-z])/gi;

const escaped = (sign: string): string => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;

/** Text with these characters as `\u{202e}`; `except` lists the characters that stay. */
export const visible = (text: string, except = ""): string =>
  text
    .replace(hidden, (sign) => (except.includes(sign) ? sign : escaped(sign)))
    .replace(commandMarks, escaped);

/** The beginning of a text. */
export const shortened = (text: string, longest: number): string =>
  // Not between the two halves of a character.
  text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}…` : text;

/** A message without its middle, if it is long: its beginning says what failed, and its end what to do. */
export function withoutMiddle(text: string, longest: number): string {
  const left = text.length - longest;
  if (left <= 0) return text;
  const end = text.slice(-longest / 2).replace(/^[\udc00-\udfff]/, "");
  return `${shortened(text, longest / 2)} (${left} characters left out) …${end}`;
}
