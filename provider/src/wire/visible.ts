/**
 * Characters that are invisible or change how other characters look: control and direction characters, and halves of a
 * character. The two joiners are part of words and emoji.
 */
const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu;

/** Text with these characters as `\u{202e}`; `except` lists the characters that stay. */
export const visible = (text: string, except = ""): string =>
  text.replace(hidden, (sign) =>
    except.includes(sign) ? sign : `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );

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
