/** Pieces of Markdown. The formatter aligns the columns. */

/** A table with headings; nothing where it has no rows. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Rows that differ only in one cell as one row, whose cell names all. */
export function merged(
  rows: readonly (readonly string[])[],
  cell: number,
  separator = ", ",
): string[][] {
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.toSpliced(cell, 1));
    const first = found.get(key);
    if (first) first[cell] += separator + row[cell];
    else found.set(key, [...row]);
  }
  return [...found.values()];
}

export const list = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join("\n");

/** Links the names of other pages in the text of a page, but not in its programs. */
export function linked(text: string, names: readonly string[]): string {
  const name = new RegExp(`(?<!\\[)\`(${names.join("|")})\``, "g");
  return text.replace(name, "[`$1`]($1.md)");
}

/** A section with a heading; nothing where it has no text. */
export function section(title: string, text: string): string {
  return text === "" ? "" : `## ${title}\n\n${text}\n\n`;
}

export const code = (language: string, text: string): string =>
  `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n\n`;
