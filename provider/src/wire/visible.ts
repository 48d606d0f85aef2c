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
