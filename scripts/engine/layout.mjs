import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { EngineError } from "./errors.mjs";

export const isWindows = process.platform === "win32";
/** The folder of the pinned versions: go.mod and go.sum files, and the lock file of the launcher. */
export const pins = dirname(fileURLToPath(import.meta.url));
export const executable = (name) => (isWindows ? `${name}.exe` : name);

export const cli = executable("pulumi");
export const dynamicProvider = `pulumi-resource-pulumi-nodejs${isWindows ? ".cmd" : ""}`;
/** The files that belong to the CLI. The Python host looks for its script beside itself, so they stay together. */
export const hosts = [
  [executable("pulumi-language-nodejs")],
  [executable("pulumi-language-yaml")],
  [executable("pulumi-language-python"), "pulumi-language-python-exec"],
  [dynamicProvider],
];

/** Whether a folder holds every file. Folders are renamed into place, so each file in them is complete. */
export const isComplete = (folder) =>
  [cli, ...hosts.flat()].every((name) => existsSync(join(folder, name)));

/** The only folder outside the checkout that these scripts write to. */
export function cacheRoot(env) {
  const xdg = env.XDG_CACHE_HOME;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "pulumi-platform");
  if (isWindows)
    return join(env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "pulumi-platform");
  const home = env.HOME || homedir();
  const caches = process.platform === "darwin" ? ["Library", "Caches"] : [".cache"];
  return join(home, ...caches, "pulumi-platform");
}

export const goCaches = (root) => join(root, "go");

const read = (name) => readFileSync(join(pins, name), "utf8");
export const digest = (...parts) =>
  createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 12);

/** The name of a cached folder. Machines of different kinds can share a home folder. */
export const folderName = (name, ...parts) =>
  `${name}-${digest("layout 1", process.platform, process.arch, ...parts)}`;

/** The folder of the engine's modules: `PLATFORM_ENGINE=newest` chooses the newest engine that this tree was tested with. */
export function enginePins(env) {
  const { PLATFORM_ENGINE: name } = env;
  if (name === undefined || name === "newest") return name ?? "cli";
  throw new EngineError(`PLATFORM_ENGINE is "${name}", but can only be "newest"`);
}
export function engineFolderName(env) {
  const engine = enginePins(env);
  const pinned = [`${engine}/go.mod`, `${engine}/go.sum`, "hosts/go.mod", "hosts/go.sum"];
  if (engine === "cli") pinned.push("launcher/package-lock.json");
  return folderName("engine", ...pinned.map(read));
}

/** Writes the SDKs for Go and Python from the schema. It is in the CLI's Go module, so it has the same versions. */
export const sdkGenerator = "generate-sdk";
export const generatorPins = () =>
  ["cli/go.mod", "cli/go.sum", `cli/${sdkGenerator}/main.go`].map(read);
export const generatorFolder = () => folderName(sdkGenerator, ...generatorPins());

/** Runs programs in Go. Not a part of the engine, because only tests run such programs. */
export const goHost = "pulumi-language-go";
export const goHostFolder = () =>
  folderName(goHost, ...["go-host/go.mod", "go-host/go.sum"].map(read));

/** Checks the workflows of this tree. */
export const actionlint = "actionlint";
export const actionlintFolder = () =>
  folderName(actionlint, ...["actionlint/go.mod", "actionlint/go.sum"].map(read));

/** What `npm run bench -- --field` compares with: OpenTofu, and its generic provider for REST APIs. */
export const tofu = "tofu";
export const tofuFolder = () => folderName(tofu, ...["tofu/go.mod", "tofu/go.sum"].map(read));
export const restProvider = "terraform-provider-restapi";
export const restProviderFolder = () =>
  folderName(restProvider, ...["rest-provider/go.mod", "rest-provider/go.sum"].map(read));

/** The version of a module in one of the go.mod files, which are the only place that states it. */
export function pinnedVersion(file, module) {
  const line = read(file)
    .split("\n")
    .map((text) => text.trim().split(/\s+/))
    .find(
      (words) => words.includes(module) && /^v?\d/.test(words[words.indexOf(module) + 1] ?? ""),
    );
  return line[line.indexOf(module) + 1];
}
