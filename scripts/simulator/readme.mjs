// The tables of simulator/README.md that come from the simulator's own code.
import { createRequire } from "node:module";

const { routes, variants } = createRequire(import.meta.url)("../../simulator/dist/index.js");

const row = (...cells) => `| ${cells.join(" | ")} |`;
const table = (headings, rows) =>
  [
    row(...headings),
    `|${"---|".repeat(headings.length)}`,
    ...rows.map((cells) => row(...cells)),
  ].join("\n");

const tables = {
  variants: table(
    ["Variant", "The instance answers", "Reason"],
    Object.entries(variants).map(([name, { argument = "", answers, reason }]) => [
      `\`${name}${argument}\``,
      answers,
      reason,
    ]),
  ),
  operations: table(
    ["Method", "Path", "Source", "Profile"],
    routes.map(({ method, path, source, profile }) => [method, `\`${path}\``, source, profile]),
  ),
};

/** Returns the page with current tables. Each stands between two comments with its name. */
export function simulatorReadme(page) {
  return Object.entries(tables).reduce((text, [name, rows]) => {
    const [from, to] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
    const start = text.indexOf(from);
    const end = text.indexOf(to, start);
    if (start < 0 || end < 0) throw new Error(`simulator/README.md has no place for ${name}`);
    return text.slice(0, start) + from + rows + text.slice(end);
  }, page);
}
