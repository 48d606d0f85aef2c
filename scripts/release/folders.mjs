import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Failure, run } from "../script.mjs";

export const checksums = "SHA256SUMS";

/** Removes what an earlier run wrote. A folder with anything else is probably a mistake. */
export function clear(folder, isOurs) {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder);
  const other = names.find((name) => !isOurs(name));
  if (other !== undefined) throw new Failure(`${folder} contains ${other}. Choose another folder.`);
  for (const name of names) rmSync(join(folder, name), { recursive: true });
}

/** Writes files, by path, to a temporary folder for the time of `use`. */
export async function inFolder(files, use) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-pack-"));
  try {
    write(folder, files);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function write(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Writes the checksums of these files of the folder. */
export function writeChecksums(folder, paths) {
  const lines = paths.map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`);
  writeFileSync(join(folder, checksums), lines.join(""));
}

export const sha256 = (content, encoding = "hex") =>
  createHash("sha256").update(content).digest(encoding);

export async function must(command, args, options) {
  const { code, all, out } = await run(command, args, options);
  if (code !== 0) throw new Failure(`${command} ${args[0]} failed:\n${all.trim()}`, code);
  return out;
}
