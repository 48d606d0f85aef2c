// What the rehearsal needs and this tree does not contain, each got once into the cache outside the tree.
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { assemble } from "../engine/assemble.mjs";
import { cacheRoot, folderName } from "../engine/layout.mjs";
import { withProgress } from "../engine/progress.mjs";
import { root } from "../install.mjs";
import { must } from "../release/folders.mjs";
import { Failure } from "../script.mjs";

const pins = join(root, "scripts/rehearse/registries");
const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
/** The packages named for a system have its program and nothing else. */
const nodes = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" };

/** The folder of the commands of Verdaccio and pnpm. */
export async function registryCommands() {
  const lock = readFileSync(join(pins, "package-lock.json"), "utf8");
  const bin = "node_modules/.bin";
  const folder = await cached("registries", [lock], join(bin, "verdaccio"), async (target) => {
    for (const file of ["package.json", "package-lock.json"])
      copyFileSync(join(pins, file), join(target, file));
    await must("npm", ["ci", ...quiet], { cwd: target });
  });
  return join(folder, bin);
}

/** The PyPI server. A virtual environment has absolute paths, so Python gets the packages as a folder. */
export async function pypiServer() {
  const requirements = join(pins, "requirements.txt");
  const parts = [readFileSync(requirements, "utf8")];
  return cached("pypiserver", parts, "pypiserver", async (target) => {
    const pip = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"];
    const exactly = ["--require-hashes", "--only-binary", ":all:", "--target", target];
    await must("python3", [...pip, ...exactly, "--requirement", requirements]);
  });
}

/** The folder of `node` in this major version. */
export async function nodeFolder(major) {
  if (process.versions.node.split(".")[0] === major) return dirname(process.execPath);
  const version = nodes[major];
  if (version === undefined)
    throw new Failure(`--node takes one of these versions: ${Object.keys(nodes).join(", ")}`);
  const name = `node-${process.platform}-${process.arch}`;
  const bin = join("node_modules", name, "bin");
  const folder = await cached("node", [version], join(bin, "node"), (target) =>
    must("npm", ["install", ...quiet, "--prefix", target, `${name}@${version}`]),
  );
  return join(folder, bin);
}

async function cached(name, parts, file, gather) {
  const cache = cacheRoot(process.env);
  const key = folderName(name, ...parts);
  const isFinished = (folder) => existsSync(join(folder, file));
  if (isFinished(join(cache, key))) return join(cache, key);
  const get = (target) => withProgress(`getting ${name}, once`, () => gather(target));
  return assemble(cache, key, get, isFinished);
}
