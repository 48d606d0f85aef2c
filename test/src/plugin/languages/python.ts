import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../engine/stacks/stack";
import type { Stack } from "../../engine/stacks/stack";
import { run } from "../../packages/command";

interface Installed {
  environment: string;
  /** The folder with the Python SDK. */
  site: string;
}

let once: Promise<Installed> | undefined;

/**
 * The Python SDK, which is installed once per process and without a download: what it needs is in an environment that
 * all runs share.
 */
const installed = () => (once ??= install());

/** Lets the program of a stack use the Python SDK. */
export async function installPython(stack: Stack): Promise<void> {
  const { environment } = await installed();
  symlinkSync(environment, join(stack.folder, "venv"));
  // The host that is built from Go modules knows no `virtualenv`.
  const { command, variables } = await pythonWithSdk();
  Object.assign(stack.env, { PULUMI_PYTHON_CMD: command, ...variables });
}

/** A Python that finds the SDK with these variables. */
export async function pythonWithSdk(): Promise<{
  command: string;
  variables: { PYTHONPATH: string };
}> {
  const { environment, site } = await installed();
  return { command: join(environment, "bin", "python"), variables: { PYTHONPATH: site } };
}

async function install(): Promise<Installed> {
  const found = await run(root, process.execPath, join(root, "scripts", "python.mjs"));
  const environment = found.trim();
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-python-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const site = join(folder, "site");
  // pip builds in the folder of the package.
  const copy = join(folder, "pulumi-platform");
  cpSync(join(root, "sdk", "python"), copy, { recursive: true });
  const python = join(environment, "bin", "python");
  const offline = [
    "--no-index",
    "--no-deps",
    "--no-build-isolation",
    "--disable-pip-version-check",
  ];
  await run(folder, python, "-m", "pip", "install", "--quiet", ...offline, "--target", site, copy);
  return { environment, site };
}
