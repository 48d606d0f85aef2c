import { join } from "node:path";
import process from "node:process";
import { root } from "./install.mjs";
import { Failure, print, run } from "./script.mjs";

/** Compiles what has changed in these projects. The result holds the compiler's errors. */
export async function compile(projects = []) {
  return runBin("typescript/bin/tsc", ["-b", ...projects]);
}

/** Runs a command of an installed package and captures its output. */
export async function runBin(path, args) {
  return run(process.execPath, [join(root, "node_modules", path), ...args]);
}

/** Builds the packages that programs import. Pulumi's runtime checks the program itself. */
export async function build() {
  print("Building (tsc -b)");
  const { code, all } = await compile(["sdk", "simulator"]);
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

/** The environment without the variables that change what Pulumi or this package does. */
export function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PULUMI|PLATFORM)_/.test(name)),
  );
}
