import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { run } from "../run.mjs";
import { EngineError, explain } from "./errors.mjs";
import { cli, pins } from "./layout.mjs";
import { withProgress } from "./progress.mjs";

// Without access to the download site this ends soon. A slow download may take its time.
const stall = 10_000;
const timeout = 600_000;
const passedToNpm =
  /^npm_config_(.*registry|.*proxy|ca|cafile|strict_ssl|userconfig|globalconfig)$/i;

/**
 * Downloads the official CLI into `target` with the official launcher. The launcher is an npm package
 * that launcher/package-lock.json pins. It installs the CLI in PULUMI_HOME.
 */
export async function launch({ target, work, root, env }) {
  const folder = join(work, "launcher");
  const home = join(work, "home");
  const temporary = join(work, "tmp");
  for (const path of [folder, home, temporary]) mkdirSync(path, { recursive: true });
  for (const name of ["package.json", "package-lock.json"])
    copyFileSync(join(pins, "launcher", name), join(folder, name));

  // npm passes its settings to its scripts. Most of them are about the checkout.
  const clean = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_/i.test(name) || passedToNpm.test(name)),
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
  await withProgress(text, async () => {
    must(await run("npm", install, { ...bounds, env: npm }));
    must(await run(process.execPath, [start, "version"], { ...bounds, env: own }));
  });
  const bin = join(home, "versions", version, "bin");
  if (!existsSync(join(bin, cli)))
    throw new EngineError("the launcher ended with 0 but left no CLI");
  cpSync(bin, target, { recursive: true });

  function must(result) {
    if (result.isMissing) throw new EngineError("npm is not on PATH");
    if (result.cut !== undefined) throw new EngineError(result.cut);
    if (result.code !== 0) throw explain(result.all, root);
  }
}
