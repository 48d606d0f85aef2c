// Uses nothing but Node: it runs before the packages are installed.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Runs `npm ci` in a folder if package-lock.json is newer than the installed packages. Ends the process if that fails.
 */
export function install(folder = ".") {
  const cwd = join(root, folder);
  const installed = modified(join(cwd, "node_modules/.package-lock.json"));
  if (installed !== undefined && installed >= modified(join(cwd, "package-lock.json"))) return;
  process.stderr.write("Installing packages (npm ci)\n");
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  // The npm that started this script may not be on PATH.
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  const options = { cwd, encoding: "utf8" };
  const { status, stdout, stderr, error } = spawnSync(command, [...first, ...args], options);
  if (status === 0) return;
  const output = error?.message ?? `${stdout}${stderr}`.trim();
  process.stderr.write(`npm ci failed with exit code ${status ?? 1}:\n${output}\n`);
  process.exit(status ?? 1);
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
