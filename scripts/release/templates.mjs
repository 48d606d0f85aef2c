import { cpSync, existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../install.mjs";

/** Copies the projects that `pulumi new` makes, and returns their names. */
export function templates(folder) {
  const from = join(root, "templates");
  const names = readdirSync(from).filter((name) => existsSync(join(from, name, "Pulumi.yaml")));
  const filter = (path) => basename(path) !== "node_modules";
  for (const name of names)
    cpSync(join(from, name), join(folder, name), { recursive: true, filter });
  return names;
}
