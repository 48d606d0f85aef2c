/**
 * Signs that nobody sees, or that change what others see: control and direction characters, invisible ones, halves of a
 * sign. The two joiners are part of words and emoji.
 */
const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu;

/** Text in which such signs can be seen, as `\u{202e}`; `except` are those that stay. */
export const visible = (text: string, except = ""): string =>
  text.replace(hidden, (sign) =>
    except.includes(sign) ? sign : `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
