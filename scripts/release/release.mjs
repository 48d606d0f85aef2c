import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../install.mjs";
import { build, removeStale } from "../prepare.mjs";
import { Failure, print } from "../script.mjs";
import { pathsIn } from "./archives.mjs";
import { billOfMaterials } from "./billOfMaterials.mjs";
import { executable } from "./executables.mjs";
import { checksums, clear, write, writeChecksums } from "./folders.mjs";
import { goModule } from "./goModule.mjs";
import { npmPackages } from "./npmPackages.mjs";
import { plugins } from "./plugins.mjs";
import { sourceDistribution, wheel } from "./pythonPackages.mjs";
import { templates } from "./templates.mjs";
import { mustBeRecorded, newestChanges, oneVersion } from "./version.mjs";

const usage = `npm run release -- --dry-run [--to <folder>] [--only <part>] [--tag <tag>]
  --to     writes to that folder instead of dist/release
  --only   writes only this folder of the release, for example executables
  --tag    fails if the tag does not name the version, if the changes have no date yet, or if test/recordings/ has no
           set of the version`;

/** The folders of a release. */
const parts = {
  npm: npmPackages,
  python: async (folder, version) => {
    await sourceDistribution(folder, version);
    await wheel(folder, version);
  },
  plugins,
  executables: executable,
  go: goModule,
  templates,
};
const [bill, changes] = ["bom.cdx.json", "CHANGELOG.md"];

/** Writes every file of a release. The same tree, Node.js and npm write the same bytes. */
export async function release(args) {
  const { "dry-run": isDry, to, only, tag } = optionsOf(args);
  if (!isDry)
    throw new Failure(
      `Only the workflow .github/workflows/release.yml publishes, for a tag and after an approval.\n${usage}`,
    );
  const version = oneVersion(root, tag);
  if (tag !== undefined) mustBeRecorded(root, version);
  removeStale();
  await build(["sdk", "simulator", "cli"]);
  const folder = resolve(root, to);
  clear(folder, (name) => name in parts || [bill, changes, checksums].includes(name));
  for (const [part, make] of Object.entries(parts)) {
    if (only !== undefined && only !== part) continue;
    print(`Packing ${part}`);
    mkdirSync(join(folder, part));
    await make(join(folder, part), version);
  }
  if (only === undefined)
    write(folder, { [bill]: billOfMaterials(version), [changes]: newestChanges(root) });
  const files = pathsIn(folder);
  writeChecksums(folder, files);
  print(`\n${files.length} files of version ${version} and ${checksums} in ${folder}`);
}

function optionsOf(args) {
  const text = { type: "string" };
  const options = {
    ...{ "dry-run": { type: "boolean" }, only: text, tag: text },
    to: { ...text, default: join("dist", "release") },
  };
  try {
    const { values } = parseArgs({ args, options });
    if (values.only === undefined || values.only in parts) return values;
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`);
  }
  throw new Failure(`A release has no part with this name.\n${usage}`);
}
