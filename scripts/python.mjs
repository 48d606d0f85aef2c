// Prints the folder of a virtual environment in which tests run Python programs for Pulumi.
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { assemble } from "./engine/assemble.mjs";
import { EngineError, explain, exitWith } from "./engine/errors.mjs";
import { cacheRoot, folderName, isWindows, pinnedVersion } from "./engine/layout.mjs";
import { withProgress } from "./engine/progress.mjs";
import { run } from "./run.mjs";

const version = pinnedVersion("cli/go.mod", "github.com/pulumi/pulumi/pkg/v3").slice(1);
/** The dependencies of our own package. With setuptools the package is built without a download. */
const packages = [`pulumi==${version}`, "parver==0.5", "setuptools==80.9.0"];
const command = isWindows ? "python" : "python3";
const needed = "tests of Python programs need Python 3.10 or newer with venv and pip";

async function pythonFolder(env) {
  const root = cacheRoot(env);
  const name = folderName("python", await identity(env), ...packages);
  const text = `installing ${packages.join(" and ")} for Python programs`;
  const gather = (target, work) =>
    withProgress(text, async () => {
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
  return assemble(root, name, gather, (folder) => existsSync(interpreter(folder)));
}

const interpreter = (folder) =>
  join(folder, ...(isWindows ? ["Scripts", "python.exe"] : ["bin", "python"]));

/** Identifies the Python on PATH. Each Python gets an environment of its own. */
async function identity(env) {
  const code =
    "import sys, venv, ensurepip; assert sys.version_info >= (3, 10); print(sys.executable, sys.version)";
  const result = await run(command, ["-c", code], { env, timeout: 30_000 });
  if (result.isMissing) throw new EngineError(`${needed}: ${command} is not on PATH`);
  const last = result.all.trim().split("\n").pop();
  if (result.code !== 0) throw new EngineError(`${needed}: ${command} on PATH says ${last}`);
  return result.out;
}

pythonFolder(process.env).then((folder) => process.stdout.write(`${folder}\n`), exitWith);
