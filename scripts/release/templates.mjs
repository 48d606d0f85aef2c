import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";

/** Copies the projects that `pulumi new` makes, and returns their names. Each has the folder that Pulumi wants before npm installs the plugin. */
export function templates(folder) {
  const from = join(root, "templates");
  const names = readdirSync(from).filter((name) => existsSync(join(from, name, "Pulumi.yaml")));
  for (const name of names) cpSync(join(from, name), join(folder, name), { recursive: true });
  return names;
}

export const isOurs = (name) => name.startsWith("pulumi-platform");

/** The chosen packages that the template for TypeScript needs, with their ranges, as npm takes them. */
export function typescriptPackages(isChosen) {
  const manifest = readFileSync(join(root, "templates", "typescript", "package.json"), "utf8");
  const { dependencies, devDependencies } = JSON.parse(manifest);
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name]) => isChosen(name))
    .map(([name, range]) => `${name}@${range}`);
}
