import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import { EngineError } from "./errors.mjs";
import { cli, complete, digest, hosts, windows } from "./places.mjs";
import { run } from "./run.mjs";

const least = [3, 200];

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/**
 * Every `pulumi` on PATH that can be a CLI, with a stamp that changes when it does. Folders of our
 * own are none (another version of us may have made them), and neither is the npm launcher, which
 * would start a download only to tell its version.
 */
export function clisOnPath(env, root) {
  return (env.PATH ?? env.Path ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !`${folder}${sep}`.startsWith(root + sep))
    .map((folder) => join(folder, cli))
    .filter(isExecutable)
    .filter((path) => !/[\\/]node_modules[\\/]pulumi[\\/]/.test(realpathSync(path)))
    .map((path) => {
      const { mtimeMs, size } = statSync(path);
      return { path, stamp: digest(path, realpathSync(path), mtimeMs, size) };
    });
}

/** Throws unless the CLI is one that we can work with. Its home is ours while it is asked. */
export async function checkVersion(path, work, env) {
  const home = join(work, "probe");
  mkdirSync(home, { recursive: true });
  const asked = { ...env, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const result = await run(path, ["version"], { cwd: home, env: asked, timeout: 15_000 });
  const found = /^v?(\d+)\.(\d+)\.\d+\S*/m.exec(result.out);
  if (result.code !== 0 || found === null) {
    const why = result.cut ?? result.all.trim().split("\n")[0];
    throw new EngineError(`${path} does not tell its version (${why})`);
  }
  const [major, minor] = [Number(found[1]), Number(found[2])];
  if (major !== least[0] || minor < least[1])
    throw new EngineError(`${path} is ${found[0]}, not 3.200 or newer`);
}

/**
 * Puts a CLI and the hosts beside it, and then those of `more`, into `target`; returns the names
 * that are in neither. A CLI warns about hosts that are not beside its own file: one whose hosts
 * come from elsewhere too is copied, not linked.
 */
export function takeFrom(path, more, target) {
  const missing = linkHosts([dirname(path), dirname(realpathSync(path))], target);
  if (missing.length === 0) link(path, join(target, cli));
  else copyFileSync(path, join(target, cli));
  return linkHosts(more, target);
}

/** Links what one of the folders has, a group only as a whole; returns the names still missing. */
export function linkHosts(folders, target) {
  const missing = [];
  for (const group of hosts) {
    if (group.every((name) => existsSync(join(target, name)))) continue;
    const from = folders.find((folder) => group.every((name) => existsSync(join(folder, name))));
    if (from === undefined) missing.push(...group);
    else for (const name of group) link(join(from, name), join(target, name));
  }
  return missing;
}

function link(from, to) {
  // Windows keeps symbolic links for administrators.
  if (windows) copyFileSync(from, to);
  else symlinkSync(from, to);
}

/** A finished folder of ours lends its hosts; it may be half gone, then it lends none. */
export const lend = (folder) => (complete(folder) ? [folder] : []);
