import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import process from "node:process";
import { assemble } from "./engine/assemble.mjs";
import { build } from "./engine/build.mjs";
import {
  cacheRoot,
  executable,
  generatorFolder,
  generatorPins,
  pythonGenerator,
} from "./engine/places.mjs";
import { onStderr } from "./engine/progress.mjs";

const record = "generated.json";
/** What Python makes beside the sources; the SDK's own .gitignore names the same. */
const made = /(^|\/)(__pycache__|\.mypy_cache|build|dist|[^/]+\.egg-info)\/|\.pyc$/;

/**
 * The files that belong into `folder`, by path; undefined for one that does not. The generator is a Go
 * program: where it is not built yet, a record says whether what is there was made from this schema
 * and is as it was made. So neither a check nor an unchanged schema needs Go.
 */
export async function pythonSdk(folder, schema, { check, env = process.env }) {
  const { [record]: recorded, ...there } = filesIn(folder);
  const path = join(cacheRoot(env), generatorFolder(), executable(pythonGenerator));
  const current = recorded === recordOf(schema, there);
  const trusted = !existsSync(path) && (check || current);
  const files = trusted ? there : generate(await generator(env), schema);
  const leftOver = Object.keys(there).filter((file) => !(file in files));
  return {
    ...Object.fromEntries(leftOver.map((file) => [file, undefined])),
    ...files,
    [record]: recordOf(schema, files),
  };
}

async function generator(env) {
  const name = executable(pythonGenerator);
  const root = cacheRoot(env);
  const progress = onStderr();
  const folder = await assemble(
    root,
    generatorFolder(),
    progress,
    (target, work) => build([name], { target, work, root, env, progress }),
    (whole) => existsSync(join(whole, name)),
  );
  return join(folder, name);
}

function generate(command, schema) {
  const options = { input: schema, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 };
  const files = JSON.parse(execFileSync(command, options));
  // The project names one at its root, where the generator writes none.
  return { ...files, "README.md": files["pulumi_platform/README.md"] };
}

function filesIn(folder) {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).split(sep).join("/"), file])
    .filter(([path]) => !made.test(path));
  return Object.fromEntries(files.map(([path, file]) => [path, readFileSync(file, "utf8")]));
}

/** Of what it was made, and what came out. */
function recordOf(schema, files) {
  const digest = (...parts) => createHash("sha256").update(parts.join("\0")).digest("hex");
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = {
    about:
      "`npm run generate` writes this folder; by these digests `npm test` knows that it is current.",
    source: digest(schema, ...generatorPins()),
    result: digest(...sorted.flat()),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
