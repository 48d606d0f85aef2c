import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { root } from "./install.mjs";
import { Failure, print, run } from "./script.mjs";

/** Compiles what has changed in these projects. The result holds the compiler's errors. */
export async function compile(projects = []) {
  return runBin("typescript-native/bin/tsc", ["-b", ...projects]);
}

/** Runs a command of an installed package and captures its output. */
export async function runBin(path, args) {
  return run(process.execPath, [join(root, "node_modules", path), ...args]);
}

/** Builds these packages, by default those that programs import. Pulumi's runtime checks the program itself. */
export async function build(packages = ["sdk", "simulator"]) {
  // `npm test` has compiled everything.
  if (process.env.PLATFORM_TEST_BUILT === "1") return;
  print("Building (tsc -b)");
  const { code, all } = await compile(packages);
  if (code !== 0) throw new Failure(`tsc -b failed with exit code ${code}:\n${all.trim()}`, code);
}

/** The folder that holds `pulumi`. Progress goes to standard error. */
export async function engine() {
  print("Getting the Pulumi engine");
  const script = join(root, "scripts/engine.mjs");
  const { code, out } = await run(process.execPath, [script], { stderr: "inherit" });
  if (code !== 0) throw new Failure("no Pulumi engine, see the message above", code);
  return out.trim();
}

/**
 * The environment without the variables that change what Pulumi or this package does, those of a forge included. No
 * proxy leads to simulated instances.
 */
export function cleanEnvironment() {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(PULUMI|PLATFORM|GITHUB|GITLAB|CI)_/.test(name),
  );
  const hosts = process.env.no_proxy ?? process.env.NO_PROXY ?? "";
  const no_proxy = hosts === "*" ? hosts : `${hosts},localhost,127.0.0.1`;
  return { ...Object.fromEntries(variables), no_proxy };
}

/** Removes compiled files whose source is gone, so that no test of the past runs and none is packed. */
export function removeStale() {
  for (const name of ["provider", "provider/generate", "sdk", "simulator", "cli", "test"]) {
    const project = join(root, name);
    const dist = join(project, "dist");
    for (const file of filesIn(dist)) {
      const source = join(project, "src", relative(dist, file)).replace(
        /(?:\.d\.(c?)ts|\.(c?)js)$/,
        ".$1$2ts",
      );
      if (!existsSync(source)) rmSync(file);
    }
  }
}

export function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
