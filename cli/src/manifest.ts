import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Our own package.json. All packages of a release have the same version. */
export const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8"),
) as {
  version: string;
  devDependencies: Record<string, string>;
};
