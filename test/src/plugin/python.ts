import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../engine/stack";
import type { Stack } from "../engine/stack";
import { run } from "../packages/command";

/**
 * Installs the Python SDK for the program of a stack, without a download: what it needs is in an
 * environment that all runs share.
 */
export async function installPython(stack: Stack): Promise<void> {
  const found = await run(root, process.execPath, join(root, "scripts", "python.mjs"));
  const environment = found.trim();
  const site = join(stack.folder, "site");
  mkdirSync(site);
  symlinkSync(environment, join(stack.folder, "venv"));
  cpSync(join(root, "sdk", "python"), join(stack.folder, "pulumi-platform"), { recursive: true });
  stack.write("requirements.txt", "./pulumi-platform\n");
  const python = join(environment, "bin", "python");
  const offline = [
    "--no-index",
    "--no-deps",
    "--no-build-isolation",
    "--disable-pip-version-check",
  ];
  const what = ["--target", site, "--requirement", "requirements.txt"];
  await run(stack.folder, python, "-m", "pip", "install", "--quiet", ...offline, ...what);
  // The host that is built from Go modules knows no `virtualenv`.
  Object.assign(stack.env, { PULUMI_PYTHON_CMD: python, PYTHONPATH: site });
}
