/** Pieces of Markdown. Prettier aligns the columns. */

/** A table with headings; nothing where it has no rows. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n");
}

export const list = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join("\n");

/** A section with a heading; nothing where it has no text. */
export function section(title: string, text: string): string {
  return text === "" ? "" : `## ${title}\n\n${text}\n\n`;
}

export const code = (language: string, text: string): string =>
  `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n\n`;
