import Table from "cli-table3";

/** How wide a table is that no terminal limits. */
const widest = 160;

/** Columns need at least this many characters to be readable. */
const narrowest = 12;

/** A table without lines that is at most as wide as a terminal. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width = widest,
): string {
  const built = new Table({
    head: [...head],
    colWidths: widthsOf([head, ...rows], width),
    wordWrap: true,
    chars: noLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": gap, compact: true },
  });
  built.push(...rows.map((row) => [...row]));
  return built.toString().replace(/ +$/gm, "");
}

const gap = 2;

/** The width of each column. If the table is too wide, wide columns share what narrow columns leave. */
function widthsOf(rows: readonly (readonly string[])[], width: number): number[] {
  const needed = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => cellWidth(row[at]))));
  let [left, count] = [width, needed.length];
  const isNarrow = needed.map(() => false);
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const [at, one] of needed.entries()) {
      if (isNarrow[at] === true || one > left / count) continue;
      isNarrow[at] = isNew = true;
      [left, count] = [left - one, count - 1];
    }
  }
  return needed.map((one, at) =>
    isNarrow[at] === true ? one : Math.max(Math.floor(left / count), narrowest),
  );
}

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
