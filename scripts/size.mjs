// `npm run size`: how large each room of the code and each part of the pages is, beside its budget in `size.json`. A room
// over its budget fails. `--set` lowers the budgets to today's sizes; to raise one, write into `size.json` what the
// growth bought.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import process from "node:process";
import { filesIn } from "./prepare.mjs";
import { root } from "./install.mjs";
import { Failure, print, runScript } from "./script.mjs";

const budgets = join(root, "size.json");
/** Each folder of these, and the files between them, are rooms. */
const houses = ["provider/src", "cli/src", "test/src"];
const rooms = ["sdk/src", "simulator/src", "provider/generate", "scripts"];
/** Pages that are not in `docs`. */
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
const sources = [".ts", ".mjs", ".cjs"];
/** A budget leaves room for a small mend. */
const step = { lines: 50, words: 100 };

/** Lines, files and named types of each room, and words of each part of the pages. */
function measured() {
  const found = {};
  for (const house of houses) {
    const entries = readdirSync(join(root, house), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const name of folders.sort())
      found[`${house}/${name}`] = code(filesIn(join(root, house, name)));
    const between = entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(root, house, name));
    found[house] = code(between);
  }
  for (const room of rooms) found[room] = code(filesIn(join(root, room)));
  const docs = join(root, "docs");
  const parts = {
    docs: [],
    ...Object.fromEntries(pages.map((page) => [page, [join(root, page)]])),
  };
  for (const path of filesIn(docs).filter((file) => file.endsWith(".md"))) {
    const [first, ...rest] = relative(docs, path).split(/[\\/]/);
    (parts[rest.length > 0 ? `docs/${first}` : "docs"] ??= []).push(path);
  }
  for (const [part, files] of Object.entries(parts).sort()) found[part] = prose(files);
  return found;
}

function code(files) {
  const own = files.filter(
    (file) => sources.includes(extname(file)) && !/[\\/](dist|node_modules)[\\/]/.test(file),
  );
  const texts = own.map((file) => readFileSync(file, "utf8"));
  const count = (pattern) =>
    texts.reduce((sum, text) => sum + (text.match(pattern) ?? []).length, 0);
  const types = count(/^(?:export )?(?:abstract )?(?:interface|type|class|enum) \w/gm);
  return { lines: count(/\n/g), files: own.length, types };
}

function prose(files) {
  return {
    words: files.reduce((sum, file) => sum + readFileSync(file, "utf8").split(/\s+/).length, 0),
    files: files.length,
  };
}

const measureOf = (size) => ("words" in size ? "words" : "lines");
const isOver = (size, budget) => size[measureOf(size)] > (budget?.[measureOf(size)] ?? 0);

function budgetOf(size, budget) {
  const measure = measureOf(size);
  const rounded = Math.ceil(size[measure] / step[measure]) * step[measure];
  const known = budget?.[measure] ?? rounded;
  return { ...budget, [measure]: Math.min(known, rounded) };
}

function table(sizes, allowed) {
  const rows = Object.entries(sizes).map(([room, size]) => {
    const measure = measureOf(size);
    const budget = allowed[room]?.[measure] ?? 0;
    const mark = isOver(size, allowed[room]) ? "  over" : "";
    return [room, size.files, size[measure], measure, budget, `${size.types ?? ""}${mark}`];
  });
  const sum = (house) => {
    const inside = rows.filter(([room]) => room === house || room.startsWith(`${house}/`));
    const add = (column) =>
      inside.reduce((total, row) => total + (Number.parseInt(row[column]) || 0), 0);
    return [`all of ${house}`, add(1), add(2), inside[0]?.[3] ?? "", add(4), `${add(5) || ""}`];
  };
  const head = ["", "files", "size", "", "budget", "types"];
  const all = [head, ...rows, ...[...houses, "docs"].map(sum)].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map((row) =>
    row
      .map((cell, column) =>
        column % 5 === 0 || column === 3
          ? cell.padEnd(widths[column])
          : cell.padStart(widths[column]),
      )
      .join("  ")
      .trimEnd(),
  );
}

await runScript("npm run size", async () => {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg !== "--set")) throw new Failure("The only option is --set.", 2);
  const sizes = measured();
  const allowed = JSON.parse(readFileSync(budgets, "utf8"));
  if (args.includes("--set")) {
    const lowered = Object.entries(sizes).map(([room, size]) => [
      room,
      budgetOf(size, allowed[room]),
    ]);
    writeFileSync(budgets, `${JSON.stringify(Object.fromEntries(lowered), undefined, 2)}\n`);
    return 0;
  }
  print(table(sizes, allowed).join("\n"));
  const over = Object.entries(sizes).filter(([room, size]) => isOver(size, allowed[room]));
  const gone = Object.keys(allowed).filter((room) => sizes[room] === undefined);
  for (const [room] of over) {
    print(
      `\n${room} is over its budget. Make it smaller, or raise the budget in size.json and add`,
    );
    print(`what the growth bought: "bought": "…".`);
  }
  if (gone.length > 0) print(`\nsize.json names what is not there: ${gone.join(", ")}`);
  return over.length + gone.length === 0 ? 0 : 1;
});
