// Prints the folder of a virtual environment with what Python programs for Pulumi need; tests use it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { assemble } from "./engine/assemble.mjs";
import { EngineError, explain, exitWith } from "./engine/errors.mjs";
import { cacheRoot, digest, goVersionOf, windows } from "./engine/places.mjs";
import { during, onStderr } from "./engine/progress.mjs";
import { run } from "./engine/run.mjs";

const version = goVersionOf("cli/go.mod", "github.com/pulumi/pulumi/pkg/v3").slice(1);
/** All that our own package needs, and with setuptools it is built without a download. */
const packages = [`pulumi==${version}`, "parver==0.5", "setuptools==80.9.0"];
const command = windows ? "python" : "python3";
const needed = "tests of Python programs need Python 3.10 or newer with venv and pip";

async function pythonFolder(env, progress) {
  const root = cacheRoot(env);
  const found = await identity(env);
  const name = `python-${digest("layout 1", process.platform, process.arch, found, ...packages)}`;
  const text = `installing ${packages.join(" and ")} for Python programs`;
  const gather = (target, work) =>
    during(progress, text, async () => {
      const python = interpreter(target);
      const pip = ["-m", "pip", "install", "--quiet", "--no-cache-dir", "--no-input"];
      for (const [program, args] of [
        [command, ["-m", "venv", target]],
        [python, [...pip, "--disable-pip-version-check", ...packages]],
      ]) {
        const { code, all } = await run(program, args, { cwd: work, env });
        if (code !== 0)
          throw new EngineError(`${needed}, and PyPI once: ${explain(all, root).message}`);
      }
    });
  return assemble(root, name, progress, gather, (folder) => existsSync(interpreter(folder)));
}

const interpreter = (folder) =>
  join(folder, ...(windows ? ["Scripts", "python.exe"] : ["bin", "python"]));

/** Which Python is on PATH, so that another one gets an environment of its own. */
async function identity(env) {
  const code =
    "import sys, venv, ensurepip; assert sys.version_info >= (3, 10); print(sys.executable, sys.version)";
  const result = await run(command, ["-c", code], { env, timeout: 30_000 });
  if (result.missing) throw new EngineError(`${needed}: there is no ${command} on PATH`);
  const last = result.all.trim().split("\n").pop();
  if (result.code !== 0) throw new EngineError(`${needed}: ${command} on PATH says ${last}`);
  return result.out;
}

pythonFolder(process.env, onStderr()).then(
  (folder) => process.stdout.write(`${folder}\n`),
  exitWith,
);
