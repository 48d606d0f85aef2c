// Writes all files that are derived from the definitions. With --check it only names the files that are not current,
// and takes the compiled projects as they are. --typescript-only leaves out the SDKs for Go and Python, whose generators need Go.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";
import { EngineError, exitWith } from "./engine/errors.mjs";
import { generatedSdk } from "./generated-sdk.mjs";
import { compile } from "./prepare.mjs";
import { workspaces } from "./release/version.mjs";
import { simulatorApi } from "./simulator/api.mjs";

const check = process.argv.includes("--check");
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);

const stale = [];
// The compiler needs this file, and all others come from compiled files.
const api = "simulator/src/api";
update(`${api}/index.ts`, simulatorApi(join(root, api)));
if (!check) {
  const { code, all } = await compile([
    "provider/generate",
    "simulator",
    "test/tsconfig.contract.json",
  ]);
  if (code !== 0) {
    exitWith(new EngineError([`tsc -b failed:\n${all.trim()}`]));
    process.exit();
  }
}
const { simulatorReadme } = await import("./simulator/readme.mjs");
const { derivedFiles, pythonTable, schemaOf } = require("../provider/generate/dist/files.js");
const { assumedPage } = require("../test/dist/contract/page.js");
const { license, repository, version } = require("../package.json");
const release = { version, license, repository };

// The facts that the tests know are no part of the definitions.
const files = { ...derivedFiles(release), "docs/reference/assumed.md": assumedPage() };
const { ignorePatterns: _, ...options } = JSON.parse(read(join(root, ".oxfmtrc.json")));
const formatted = async (path, source) => (await format(path, source, options)).code;
for (const [path, source] of Object.entries(files)) update(path, await formatted(path, source));
// npm publishes a package with provenance only if its manifest names the repository.
const homepage = `${repository}#readme`;
for (const directory of workspaces) {
  const path = `${directory}/package.json`;
  const from = { type: "git", url: `git+${repository}.git`, directory };
  const manifest = { ...JSON.parse(read(join(root, path))), homepage, repository: from };
  update(path, await formatted(path, JSON.stringify(manifest)));
}
const readme = "simulator/README.md";
update(readme, simulatorReadme(read(join(root, readme))));
const goModule = "sdk/go/platform";
/** The files of each SDK that the generator does not write. `go mod tidy` writes those of the Go module. */
const added = {
  "sdk/python": {
    "pulumi_platform/_answers.py": pythonTable(),
    "pulumi_platform/testing.py": read(join(root, "provider/generate/python/testing.py")),
  },
  [goModule]: Object.fromEntries(
    ["go.mod", "go.sum"].map((file) => [file, read(join(root, goModule, file))]),
  ),
};
for (const [folder, more] of process.argv.includes("--typescript-only")
  ? []
  : Object.entries(added)) {
  try {
    const [, language] = folder.split("/");
    const options = { check, added: more };
    const sdk = await generatedSdk(language, join(root, folder), schemaOf(release), options);
    for (const [path, text] of Object.entries(sdk)) update(`${folder}/${path}`, text);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    exitWith(
      new EngineError([`${folder} is not current: ${error.message}`, ...error.advice].join("\n")),
    );
  }
}

for (const path of stale) {
  process.stdout.write(`${path} ${check ? "is not current" : "written"}\n`);
}
if (stale.length > 0 && check) {
  process.stdout.write("Run `npm run generate` and commit what it writes.\n");
  process.exitCode = 1;
}

/** Writes a file that differs from `text`, or deletes it if `text` is undefined. */
function update(path, text) {
  const file = join(root, path);
  if (read(file) === text) return;
  stale.push(path);
  if (check) return;
  if (text === undefined) return rmSync(file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
