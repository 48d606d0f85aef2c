import Table from "cli-table3";
import { cellText } from "../print.js";
import type { Cell } from "../print.js";

/** How wide a table is that no terminal limits. */
const widest = 160;

/** Columns need at least this many characters to be readable. */
const narrowest = 12;

/** Words that are not longer are never cut: ids and names of resources are for copying. */
const longestWord = 50;

/** The lines of a table without borders. It is at most as wide as a terminal, unless its words are wider. */
export function table(
  head: readonly string[],
  content: readonly (readonly Cell[])[],
  width = widest,
): string[] {
  const rows = [head, ...content].map((row) => row.map(cellText));
  const built = new Table({
    head: rows[0] ?? [],
    colWidths: widthsOf(rows, width),
    wordWrap: true,
    chars: noLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": gap, compact: true },
  });
  built.push(...rows.slice(1));
  return built.toString().replace(/ +$/gm, "").split("\n");
}

const gap = 2;

/** The width of each column. If the table is too wide, wide columns share what the others leave. */
function widthsOf(rows: readonly (readonly string[])[], width: number): number[] {
  const columns = (rows[0] ?? []).map((_, at) => {
    const cells = rows.map((row) => row[at] ?? "");
    const words = cells.flatMap((cell) => cell.split(/\s+/)).map(cellWidth);
    const short = words.filter((one) => one <= longestWord + gap);
    return { needed: most(cells.map(cellWidth)), least: most([narrowest, ...short]) };
  });
  let [left, count] = [width, columns.length];
  const fixed: (number | undefined)[] = columns.map(() => undefined);
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const [at, { needed, least }] of columns.entries()) {
      const share = left / count;
      if (fixed[at] !== undefined || (needed > share && least <= share)) continue;
      fixed[at] = Math.min(needed, Math.max(least, share));
      isNew = true;
      [left, count] = [left - fixed[at], count - 1];
    }
  }
  return fixed.map((one) => Math.floor(one ?? left / count));
}

/** A table can have more cells than a call takes arguments. */
const most = (widths: readonly number[]): number =>
  widths.reduce((widest, one) => Math.max(widest, one), 0);

/** Some characters are two columns wide. */
const cellWidth = (cell = ""): number =>
  gap +
  Math.max(
    ...cell
      .split("\n")
      .map((line) => line.length + (line.match(/[\u0300-\u{10ffff}]/gu) ?? []).length),
  );

const noLines = Object.fromEntries(
  "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle"
    .split(" ")
    .map((part) => [part, ""]),
);
