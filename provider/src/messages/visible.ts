/**
 * Characters that are invisible or change how other characters look: control and direction characters, fillers, and
 * halves of a character. The two joiners and the two variants of emoji are part of words and emoji.
 */
const hidden =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

/**
 * The first sign of words that CI runners obey: `##[`, `##vso[` and `##teamcity[` anywhere in a line, and `::name` at its
 * beginning. Tables can move a word to the beginning of a line, and JSON quotes it.
 */
const mark = /#(?=#(?:vso|teamcity)?\[)|(?<=^|[\s"]):(?=:\p{L})/iu;

const both = new RegExp(`${hidden.source}|${mark.source}`, "giu");

const inBraces = (sign: string): string => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;

/** Text with these characters as `\u{202e}`, or as `form` writes them; `except` lists the characters that stay. */
export const visible = (text: string, except = "", form = inBraces): string =>
  text.replace(both, (sign) => (except.includes(sign) ? sign : form(sign)));

/** The first characters of a text. It never ends with half of a character. */
export const firstPart = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");

/** The beginning of a text, which shows whether it goes on. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${firstPart(text, longest)}…` : text;

const ends: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The beginning of a text, on one line. */
export const onOneLine = (text: string, longest: number): string =>
  visible(shortened(text, longest).replace(/[\n\r\t]/g, (sign) => ends[sign] ?? sign));

/** A message without its middle, if it is long: its beginning says what failed, and its end what to do. */
export function withoutMiddle(text: string, longest: number): string {
  const left = text.length - longest;
  if (left <= 0) return text;
  const end = text.slice(-longest / 2).replace(/^[\udc00-\udfff]/, "");
  const count = left.toLocaleString("en-US");
  return `${firstPart(text, longest / 2)}… (${count} characters left out) …${end}`;
}
