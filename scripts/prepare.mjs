import { statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Failure, root, run } from "./children.mjs";

const say = (line) => process.stdout.write(`${line}\n`);

/** Installs the packages unless what is installed is as new as package-lock.json. */
export async function install() {
  const installed = modified("node_modules/.package-lock.json");
  if (installed !== undefined && installed >= modified("package-lock.json")) return;
  say("Installing packages (npm ci)");
  // The npm that started us is the one to use; it need not be on PATH.
  const npm = process.env.npm_execpath;
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  const { code, text } = npm?.endsWith(".js")
    ? await run(process.execPath, [npm, ...args], { quiet: "all" })
    : await run("npm", args, { quiet: "all" });
  if (code !== 0) throw new Failure(`npm ci failed with exit code ${code}:\n${text.trim()}`, code);
}

function modified(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs;
}

/** Compiles what has changed in these projects; returns what the compiler says where it finds a fault. */
export async function compile(projects = []) {
  return runBin("typescript/bin/tsc", ["-b", ...projects]);
}

/** Runs a command of an installed package and keeps what it says. */
export async function runBin(path, args) {
  return run(process.execPath, [join(root, "node_modules", path), ...args], { quiet: "all" });
}

/** Builds what programs need; the program itself is checked by Pulumi's runtime. */
export async function build() {
  say("Building (tsc -b)");
  const { code, text } = await compile(["sdk", "simulator"]);
  if (code !== 0) throw new Failure(`tsc -b failed with exit code ${code}:\n${text.trim()}`, code);
}

/** The folder with the real `pulumi`; a first build of it says how it gets on. */
export async function engine() {
  say("Getting the Pulumi engine");
  const { code, text } = await run(process.execPath, [join(root, "scripts/engine.mjs")], {
    quiet: "stdout",
  });
  if (code !== 0) throw new Failure("there is no Pulumi engine: see above", code);
  return text.trim();
}

/** The environment without anything that could point Pulumi or this package somewhere else. */
export function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PULUMI|PLATFORM)_/.test(name)),
  );
}
