// Writes all files that are derived from the definitions. With --check it only names the files that are not current.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { EngineError, exitWith } from "./engine/errors.mjs";
import { pythonSdk } from "./python-sdk.mjs";

const check = process.argv.includes("--check");
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const { resources, functions } = require("../provider/dist/catalog.js");
const typescript = require("../provider/generate/dist/typescript.js");
const markdown = require("../provider/generate/dist/markdown.js");
const { errorCodes } = require("../provider/dist/wire/errors.js");
const { errorsPage } = require("../provider/generate/dist/errors.js");
const { packageSchema } = require("../provider/generate/dist/schema.js");
const { schema: settings } = require("../provider/dist/settings/fields.js");
const { secretSettings } = require("../provider/dist/settings/index.js");
const { version } = require("../provider/package.json");
const { endpointsPage } = require("../provider/generate/dist/endpoints.js");

const schema = JSON.stringify(packageSchema(version, settings, resources, functions));
const files = {
  "sdk/src/plugin/provider.ts": typescript.providerSource(settings, secretSettings),
  "sdk/src/types.ts": typescript.typesSource(resources, functions),
  "provider/schema.json": schema,
  "docs/reference/README.md": markdown.indexPage(resources, functions),
  "docs/reference/errors.md": errorsPage(errorCodes),
  "docs/reference/calls.md": endpointsPage(resources, functions),
};
for (const [folder, classes] of [
  ["sdk/src", typescript.dynamicClasses],
  ["sdk/src/plugin", typescript.pluginClasses],
]) {
  files[`${folder}/index.ts`] = typescript.indexSource(resources, functions, classes);
  for (const resource of resources) {
    const file = `${folder}/${typescript.moduleOf(resource.name)}.ts`;
    files[file] = typescript.resourceSource(resource, classes);
  }
  for (const definition of functions) {
    files[`${folder}/${definition.name}.ts`] = typescript.functionSource(definition, classes);
  }
}
for (const resource of resources) {
  files[`docs/reference/${resource.name}.md`] = markdown.resourcePage(resource);
}
for (const definition of functions) {
  files[`docs/reference/${definition.name}.md`] = markdown.functionPage(definition);
}

const stale = [];
for (const [path, source] of Object.entries(files)) {
  const file = join(root, path);
  const options = await prettier.resolveConfig(file);
  update(path, await prettier.format(source, { ...options, filepath: file }));
}
const python = "sdk/python";
try {
  const sdk = await pythonSdk(join(root, python), schema, { check });
  for (const [path, text] of Object.entries(sdk)) update(`${python}/${path}`, text);
} catch (error) {
  if (!(error instanceof EngineError)) throw error;
  exitWith(
    new EngineError([`${python} is not current: ${error.message}`, ...error.advice].join("\n")),
  );
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
