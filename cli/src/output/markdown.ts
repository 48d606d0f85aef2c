import { printable } from "../print.js";
import { asCode } from "./escape.js";
import type { Cell } from "./table.js";

/** A table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const textOf = (cell: Cell) =>
    markdownText(
      [cell]
        .flat()
        .map((line) => printable(line))
        .join("\n"),
    );
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
