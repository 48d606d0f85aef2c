import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";
import { pathsIn, written, zip } from "./archives.mjs";
import { inFolder, write } from "./folders.mjs";
import { license } from "./npmPackages.mjs";

const module = join(root, "sdk", "go", "platform");

/** The module as a module proxy serves it: https://go.dev/ref/mod#goproxy-protocol */
export async function goModule(folder, version) {
  if (!existsSync(join(module, "go.mod"))) return;
  const mod = readFileSync(join(module, "go.mod"), "utf8");
  const [, path] = /^module (\S+)$/m.exec(mod);
  const served = join(folder, path, "@v");
  const tag = `v${version}`;
  mkdirSync(served, { recursive: true });
  write(served, {
    list: `${tag}\n`,
    [`${tag}.info`]: `${JSON.stringify({ Version: tag, Time: written.toISOString() })}\n`,
    [`${tag}.mod`]: mod,
  });
  const files = pathsIn(module).map((file) => [file, readFileSync(join(module, file))]);
  // Go takes the license of the repository if the folder of the module has none.
  files.push([license, readFileSync(join(root, license))]);
  const inZip = files.map(([file, content]) => [`${path}@${tag}/${file}`, content]);
  await inFolder(Object.fromEntries(inZip), (work) => zip(join(served, `${tag}.zip`), work));
}
