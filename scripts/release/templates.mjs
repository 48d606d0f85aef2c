import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";

/** Copies the projects that `pulumi new` makes, and returns their names. Each has the folder that Pulumi wants before npm installs the plugin. */
export function templates(folder) {
  const from = join(root, "templates");
  const names = readdirSync(from).filter((name) => existsSync(join(from, name, "Pulumi.yaml")));
  for (const name of names) cpSync(join(from, name), join(folder, name), { recursive: true });
  return names;
}
