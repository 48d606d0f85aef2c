import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A file at the top of this package. The plugin of a release is one file: `scripts/release/bundle.mjs` puts the texts into it. */
export function packageFile(name: "package.json" | "schema.json"): string {
  return readFileSync(join(__dirname, "..", "..", name), "utf8");
}
