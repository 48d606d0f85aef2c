import fs from "node:fs";
import { join } from "node:path";
import { root } from "../engine/stacks/stack";

const packages = ["provider", "sdk", "simulator", "test"];

/** Copies the sources and the compiled files to an empty folder. Its packages import each other there. */
export function copyTree(tree: string): void {
  const files = ["package.json", ".oxfmtrc.json", "tsconfig.base.json", "CHANGELOG.md"];
  for (const part of [
    ...files,
    "scripts",
    "docs/reference",
    "docs/settings.md",
    "cli/package.json",
    ...packages,
  ]) {
    fs.cpSync(join(root, part), join(tree, part), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !path.endsWith("node_modules"),
    });
  }
  const modules = (folder: string) => join(folder, "node_modules");
  fs.mkdirSync(modules(tree));
  for (const name of fs.readdirSync(modules(root))) {
    if (name.startsWith(".")) continue;
    const place = join(modules(root), name);
    const isOwn = fs.lstatSync(place).isSymbolicLink();
    fs.symlinkSync(isOwn ? fs.readlinkSync(place) : place, join(modules(tree), name));
  }
  for (const name of packages) {
    const own = modules(join(root, name));
    if (fs.existsSync(own)) fs.symlinkSync(own, modules(join(tree, name)));
  }
}
