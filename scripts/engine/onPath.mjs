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
import { run } from "../run.mjs";
import { EngineError } from "./errors.mjs";
import { cli, digest, hosts, isWindows } from "./layout.mjs";

const oldest = [3, 200];

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/**
 * Every CLI on PATH, with a stamp that changes when the file does. Skips the folders in this cache, and
 * the npm launcher, which downloads a CLI before it tells its version.
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

/** Throws unless the CLI is new enough. The command gets a temporary home. */
export async function checkVersion(path, work, env) {
  const home = join(work, "probe");
  mkdirSync(home, { recursive: true });
  const clean = { ...env, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const result = await run(path, ["version"], { cwd: home, env: clean, timeout: 15_000 });
  const version = /^v?(\d+)\.(\d+)\.\d+\S*/m.exec(result.out);
  if (result.code !== 0 || version === null) {
    const why = result.cut ?? result.all.trim().split("\n")[0];
    throw new EngineError(`${path} does not print its version (${why})`);
  }
  const [major, minor] = [Number(version[1]), Number(version[2])];
  if (major !== oldest[0] || minor < oldest[1])
    throw new EngineError(`${path} is ${version[0]}, not 3.200 or newer`);
}

/**
 * Puts a CLI, the hosts beside it and the hosts of `folders` into `target`. Returns the names that are in
 * none of them. A CLI warns about hosts that are not beside its own file, so it is copied if some are not.
 */
export function linkCli(path, folders, target) {
  const missing = linkHosts([dirname(path), dirname(realpathSync(path))], target);
  if (missing.length === 0) link(path, join(target, cli));
  else copyFileSync(path, join(target, cli));
  return linkHosts(folders, target);
}

/** Links the hosts that one of the folders has, a group only as a whole. Returns the missing names. */
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
  // On Windows only administrators can make symbolic links.
  if (isWindows) copyFileSync(from, to);
  else symlinkSync(from, to);
}
