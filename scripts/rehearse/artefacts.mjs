// What a release publishes, as `npm run release` writes it.
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { root } from "../install.mjs";
import { Failure, run } from "../script.mjs";

/** Builds the release of a tree. Returns its folder. */
export async function release(folder, tree = root) {
  const args = [join(tree, "scripts/release.mjs"), "--dry-run", "--to", folder];
  const { code, all } = await run(process.execPath, args, { cwd: tree });
  if (code !== 0) throw new Failure(`npm run release failed:\n${all.trim()}`, code);
  return folder;
}

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
