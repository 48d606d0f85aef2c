import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageData } from "./page/data.cjs";

/** The compiled modules of the page, and its other files as they are in the sources. */
const modulesFolder = join(import.meta.dirname, "page");
const filesFolder = join(import.meta.dirname, "..", "..", "src", "calendar", "page");

/** The complete page. Its policy forbids every other script, style and call. */
export function htmlOf(data: PageData): string {
  const styles = ["page.css", "controls.css", "tables.css", "runs.css"].map((file) => ({
    file,
    style: textOf(join(filesFolder, file)),
  }));
  const script = scriptOf(modulesFolder);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${styles.map(({ style }) => hashOf(style)).join(" ")}`,
    // An empty icon, so that no browser requests one.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  // Escapes `<`, so that the data cannot end its element.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const parts: [string, string][] = [
    [`content=""`, `content="${policy}"`],
    ...styles.map(({ file, style }): [string, string] => [
      `<link rel="stylesheet" href="${file}" />`,
      `<style>${style}</style>`,
    ]),
    [`id="data"></script>`, `id="data">${json}</script>`],
    [`<script src="main.js"></script>`, `<script>${script}</script>`],
  ];
  return parts.reduce(
    (page, [place, part]) => page.replace(place, () => part),
    textOf(join(filesFolder, "page.html")),
  );
}

/** The modules as one script, each in a function of its own. */
function scriptOf(folder: string): string {
  const modules = readdirSync(folder)
    .filter((file) => file.endsWith(".cjs"))
    .map((file) => `"./${file}"(exports, require) {\n${textOf(join(folder, file))}}`);
  return `{
const modules = {
${modules.join(",\n")}
};
const loaded = {};
const require = (name) => {
  if (!(name in loaded)) modules[name]((loaded[name] = {}), require);
  return loaded[name];
};
require("./main.cjs");
}`;
}

/** Converts line ends to line feeds, as browsers do before they check the hash. */
const textOf = (path: string): string => readFileSync(path, "utf8").replaceAll("\r\n", "\n");

const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
