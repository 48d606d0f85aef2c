import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export const windows = process.platform === "win32";
export const pins = dirname(fileURLToPath(import.meta.url));
export const executable = (name) => (windows ? `${name}.exe` : name);

export const cli = executable("pulumi");
export const dynamicProvider = `pulumi-resource-pulumi-nodejs${windows ? ".cmd" : ""}`;
/** What goes with the CLI. The Python host looks for its script beside itself: never part them. */
export const hosts = [
  [executable("pulumi-language-nodejs")],
  [executable("pulumi-language-yaml")],
  [executable("pulumi-language-python"), "pulumi-language-python-exec"],
  [dynamicProvider],
];

/** Whether a folder holds everything. Folders are renamed into place, so a name means a whole file. */
export const complete = (folder) =>
  [cli, ...hosts.flat()].every((name) => existsSync(join(folder, name)));

/** Our one place outside the checkout. */
export function cacheRoot(env) {
  const xdg = env.XDG_CACHE_HOME;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "pulumi-platform");
  if (windows)
    return join(env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "pulumi-platform");
  const home = env.HOME || homedir();
  const caches = process.platform === "darwin" ? ["Library", "Caches"] : [".cache"];
  return join(home, ...caches, "pulumi-platform");
}

export const goCaches = (root) => join(root, "go");

const pinned = [
  "cli/go.mod",
  "cli/go.sum",
  "hosts/go.mod",
  "hosts/go.sum",
  "launcher/package-lock.json",
];
const read = (name) => readFileSync(join(pins, name), "utf8");
export const digest = (...parts) =>
  createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 12);

/** The folder name under which everything pinned here is cached; home folders can be shared. */
export const folderName = () =>
  `engine-${digest("layout 1", process.platform, process.arch, ...pinned.map(read))}`;

/** Makes the Python SDK out of the schema. A part of the CLI's module, so of the same versions. */
export const pythonGenerator = "generate-python-sdk";
export const generatorPins = () =>
  ["cli/go.mod", "cli/go.sum", `cli/${pythonGenerator}/main.go`].map(read);
export const generatorFolder = () =>
  `${pythonGenerator}-${digest("layout 1", process.platform, process.arch, ...generatorPins())}`;

/** A version out of our go.mod files, so that it is written down once. */
export function goVersionOf(file, module) {
  const line = read(file)
    .split("\n")
    .map((text) => text.trim().split(/\s+/))
    .find(
      (words) => words.includes(module) && /^v?\d/.test(words[words.indexOf(module) + 1] ?? ""),
    );
  return line[line.indexOf(module) + 1];
}
