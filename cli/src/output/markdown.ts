import { visible } from "pulumi-platform-provider/program";
import { cellText } from "../print.js";
import type { Cell } from "../print.js";

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

/** A table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const textOf = (cell: Cell) => markdownText(cellText(cell));
  const line = (cells: readonly Cell[]) => `| ${cells.map(textOf).join(" | ")} |`;
  return [line(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Text in which no forge finds Markdown, an emoji or a mention. */
const plain = /^(?:[A-Za-z0-9 .,()'%-]|: )*$/;

/** Words of such text that forges make links of: addresses, commits, and the keys of issues. */
const linked = /\bwww\.|\b[0-9a-f]{7,64}\b|\b[A-Z]+-\d/i;

/** Text that Markdown shows as it is: anything but plain words becomes code. */
export const markdownText = (text: string): string =>
  plain.test(text) && !linked.test(text) ? text : asCode(text);
