import { visible } from "pulumi-platform-provider/program";

/**
 * Text of programs, instances and the engine in a comment. Forges look for Markdown, mentions and their own markup in
 * it, but not inside code. Therefore this text becomes code, and special characters become entities.
 */

/** Signs that mean something in Markdown, in HTML or to a forge. */
const signs = /[&<>@[\]()|`*_~#\\!:$"']/g;

/** Escapes a text for HTML and Markdown, on one line. */
export const escaped = (text: string): string =>
  visible(text.replace(/\r\n?/g, "\n"), "\n")
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
