/** A table in Markdown. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(" | ")} |`;
  return [line(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Text that Markdown shows as it is. */
const escaped = (text: string): string =>
  text.replace(/[\\`*_[\]<>|#~&]/g, "\\$&").replace(/\r?\n/g, "<br>");
