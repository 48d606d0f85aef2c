import { createRequire } from "node:module";
import { join } from "node:path";

/** The version of a package that the project in this folder has; undefined if it has none, as a YAML program. */
export function installedVersion(name: string): string | undefined {
  try {
    const find = createRequire(join(process.cwd(), "package.json"));
    return (find(`${name}/package.json`) as { version: string }).version;
  } catch {
    return undefined;
  }
}
