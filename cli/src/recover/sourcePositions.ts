import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { StateResource } from "../stack/state.js";

const programs = /\.(?:[cm]?[jt]s|py|ya?ml)$/;
const passed = /^(?:node_modules|\..*|dist|bin|venv|__pycache__|Pulumi\..+\.ya?ml)$/;
/** More files are not searched. */
const maxFiles = 2_000;

/** Where the program declares resources: as the engine noted, else the only line with the name. */
export class SourcePositions {
  #lines?: { file: string; number: number; text: string }[];

  constructor(readonly folder = process.cwd()) {}

  /** `index.ts:12`; undefined if neither the engine nor the files show it. */
  of(name: string, stored?: StateResource): string | undefined {
    for (const { sourcePosition = "" } of stored ? [stored, ...(stored.stackTrace ?? [])] : []) {
      const [, file = "", line = ""] = /^project:\/\/\/([^#]+)#(\d+)/.exec(sourcePosition) ?? [];
      const isOwn = file !== "" && !file.startsWith("..") && !file.includes("node_modules");
      if (isOwn && existsSync(join(this.folder, file))) return `${file}:${line}`;
    }
    this.#lines ??= linesIn(this.folder, "");
    const quoted = [`"${name}"`, `'${name}'`, `\`${name}\``];
    const found = this.#lines.filter(({ file, text }) =>
      /\.ya?ml$/.test(file) ? text.trim() === `${name}:` : quoted.some((one) => text.includes(one)),
    );
    const [only] = found;
    return only !== undefined && found.length === 1 ? `${only.file}:${only.number}` : undefined;
  }
}

function linesIn(folder: string, below: string, left = { files: maxFiles }) {
  const lines: { file: string; number: number; text: string }[] = [];
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const file = join(below, entry.name);
    if (passed.test(entry.name)) continue;
    if (entry.isDirectory()) lines.push(...linesIn(folder, file, left));
    if (!entry.isFile() || !programs.test(entry.name) || left.files-- <= 0) continue;
    const texts = readFileSync(join(folder, file), "utf8").split("\n");
    lines.push(...texts.map((text, at) => ({ file, number: at + 1, text })));
  }
  return lines;
}
