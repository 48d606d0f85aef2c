// Copies of this tree, whose links between packages lead to the copies.
import * as fs from "node:fs";
import { join, relative } from "node:path";
import { root } from "./install.mjs";

/** Copies the tree. Installed packages stay where they are. */
export function copyTree(copy) {
  const skipped = /(^|[\\/])(node_modules|\.git|\.bench|\.demo|\.faults)$/;
  const filter = (path) => !skipped.test(relative(root, path));
  fs.cpSync(root, copy, { recursive: true, preserveTimestamps: true, filter });
  linkPackages(copy);
}

/** Gives a copy of the tree the packages that are installed here. */
export function linkPackages(copy) {
  fs.mkdirSync(join(copy, "node_modules"));
  for (const name of fs.readdirSync(join(root, "node_modules"))) {
    const installed = join(root, "node_modules", name);
    const isWorkspace = fs.lstatSync(installed).isSymbolicLink();
    const target = isWorkspace ? fs.readlinkSync(installed) : installed;
    fs.symlinkSync(target, join(copy, "node_modules", name));
  }
  for (const name of ["provider", "sdk", "simulator", "cli", "test"]) {
    const nested = join(root, name, "node_modules");
    if (fs.existsSync(nested)) fs.symlinkSync(nested, join(copy, name, "node_modules"));
  }
}
