/**
 * Text of programs, instances and the engine in a comment. A forge looks for Markdown and some of its own signs in
 * the text that it is given, and for mentions in the text that it shows, but not inside of code. So every such text is
 * code, and its signs are entities.
 */

/** Signs that mean something in Markdown, in HTML or to a forge. */
const signs = /[&<>@[\]()|`*_~#\\!:$"']/g;

/** Signs that nobody sees, or that change what others see. The two joiners are part of words and emoji. */
const hidden = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu;

/** A text as HTML that means nothing else than the text, on one line. */
export const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(hidden, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(signs, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\s*\n\s*/g, "<br>");

/** A text as code, each of its lines on its own. */
export const asCode = (text: string): string =>
  escaped(text)
    .split("<br>")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => `<code>${line}</code>`)
    .join("<br>");
