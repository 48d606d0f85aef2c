import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { goProgram } from "./engine/goProgram.mjs";
import {
  cacheRoot,
  executable,
  generatorFolder,
  generatorPins,
  sdkGenerator,
} from "./engine/layout.mjs";

export const record = "generated.json";
/** Files that Python writes beside the sources. The SDK's .gitignore names the same. */
const written = /(^|\/)(__pycache__|\.mypy_cache|build|dist|[^/]+\.egg-info)\/|\.pyc$/;

/** How the files of the generator become those of the SDK's folder. */
const arranged = {
  // The folder of the SDK is that of its only package.
  go: (files) =>
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path.replace(/^platform\//, ""), text]),
    ),
  // pyproject.toml names a README.md at the root, where the generator writes none.
  python: (files) => ({ ...files, "README.md": files["pulumi_platform/README.md"] }),
};

/**
 * The files of the SDK for a language by path, undefined for a file to delete. The generator is a Go program. Until it
 * is built, a record of digests tells whether the files in `folder` belong to this schema and are
 * unchanged. So neither a check nor an unchanged schema needs Go. `added` holds the files that the generator does not
 * write.
 */
export async function generatedSdk(
  language,
  folder,
  schema,
  { check, added = {}, env = process.env },
) {
  const { [record]: recorded, ...current } = filesIn(folder);
  const path = join(cacheRoot(env), generatorFolder(), executable(sdkGenerator));
  const isCurrent = recorded === recordOf(schema, current);
  const isTrusted = !existsSync(path) && (check || isCurrent);
  const generated = isTrusted ? current : await generate(language, schema, env);
  const files = { ...generated, ...added };
  const leftOver = Object.keys(current).filter((file) => !(file in files));
  return {
    ...Object.fromEntries(leftOver.map((file) => [file, undefined])),
    ...files,
    [record]: recordOf(schema, files),
  };
}

async function generate(language, schema, env) {
  const command = await goProgram(sdkGenerator, generatorFolder(), env);
  const { stdout } = await execa(command, [language], { input: schema });
  return arranged[language](JSON.parse(stdout));
}
/** The files of the SDK by path, without those that Python writes. */
export function filesIn(folder) {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).split(sep).join("/"), file])
    .filter(([path]) => !written.test(path));
  return Object.fromEntries(files.map(([path, file]) => [path, readFileSync(file, "utf8")]));
}

/** The digests of the inputs and of the result. */
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
