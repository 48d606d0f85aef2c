import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { EngineError, explain } from "./errors.mjs";
import { cli, pins, windows } from "./places.mjs";
import { during } from "./progress.mjs";
import { run } from "./run.mjs";

// A machine without access learns so within this time; one with a slow line takes what it needs.
const stall = 10_000;
const timeout = 600_000;
const passedOn = /^npm_config_(.*registry|.*proxy|ca|cafile|strict_ssl|userconfig|globalconfig)$/i;

/**
 * Lets the official launcher download the official CLI into `target`. The launcher is an npm
 * package, pinned by the lock file beside this module; it installs below PULUMI_HOME.
 */
export async function launch({ target, work, root, env, progress }) {
  const folder = join(work, "launcher");
  const home = join(work, "home");
  const temporary = join(work, "tmp");
  for (const path of [folder, home, temporary]) mkdirSync(path, { recursive: true });
  for (const name of ["package.json", "package-lock.json"])
    copyFileSync(join(pins, "launcher", name), join(folder, name));

  // npm hands its own settings down to its scripts; most of them are about the checkout, not this.
  const clean = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_/i.test(name) || passedOn.test(name)),
  );
  const npm = {
    ...clean,
    npm_config_cache: join(work, "npm"),
    npm_config_update_notifier: "false",
    npm_config_fetch_retries: "0",
    npm_config_fetch_timeout: `${stall}`,
  };
  const own = {
    ...clean,
    HOME: home,
    TMPDIR: temporary,
    PULUMI_HOME: home,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  const lock = JSON.parse(readFileSync(join(pins, "launcher", "package-lock.json"), "utf8"));
  const { version } = lock.packages["node_modules/pulumi"];
  delete own.PULUMI_VERSION;

  const bounds = { cwd: folder, timeout, watch: work, stall };
  const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const start = join(folder, "node_modules", "pulumi", "run.js");
  const text = `downloading pulumi ${version} with its official launcher`;
  await during(progress, text, async () => {
    must(await run("npm", install, { ...bounds, env: npm, shell: windows }));
    must(await run(process.execPath, [start, "version"], { ...bounds, env: own }));
  });
  const bin = join(home, "versions", version, "bin");
  if (!existsSync(join(bin, cli))) throw new EngineError("it ended well but left no CLI");
  cpSync(bin, target, { recursive: true });

  function must(result) {
    if (result.missing) throw new EngineError("there is no npm on PATH");
    if (result.cut !== undefined) throw new EngineError(result.cut);
    if (result.code !== 0) throw explain(result.all, root);
  }
}
