// What a release publishes, as `npm run release` writes it.
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { root } from "../install.mjs";
import { must } from "../release/folders.mjs";

/** Builds a release in this folder. */
export const release = (folder) =>
  must(process.execPath, ["scripts/release.mjs", "--dry-run", "--to", folder]);

export const filesIn = (folder, pattern) =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

/** The examples as the repository has them. */
export function copyExamples(folder) {
  const filter = (path) => !/[\\/](node_modules|\.pulumi)$/.test(path);
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true, filter });
  return folder;
}
