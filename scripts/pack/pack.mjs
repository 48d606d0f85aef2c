import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../install.mjs";
import { build, removeStale } from "../prepare.mjs";
import { filesIn, record } from "../generated-sdk.mjs";
import { Failure, print, run } from "../script.mjs";
import { newLine, projectLines } from "./projectLines.mjs";

const usage = "npm run pack [-- --to <folder>]   writes to that folder instead of dist/packages";
const workspaces = ["provider", "sdk", "simulator", "cli"];
const checksums = "SHA256SUMS";
const license = "LICENSE";
const templates = "templates";

/** Replaces the contents of the folder, and ends with the command that installs the packages. */
export async function pack(args) {
  const folder = resolve(root, optionsOf(args).to);
  removeStale();
  await build(["sdk", "simulator", "cli"]);
  print("Packing");
  clear(folder);
  await packNode(folder);
  await packPython(folder);
  const files = readdirSync(folder).sort();
  packTemplates(folder, files);
  const lines = files.map((file) => `${sha256(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, checksums), lines.join(""));

  print(`\n${files.length} packages, ${checksums} and ${templates} in ${folder}`);
  const template = (language) => quoted(join(folder, templates, language));
  print("\nMake a project in ~/reports, in TypeScript:\n");
  print(projectLines(template("typescript")).join("\n"));
  print("\nFor a project in Python or YAML, the last line is one of these:\n");
  for (const language of ["python", "yaml"]) print(newLine(template(language)));
  print("\nOr install the packages in a TypeScript project that you have:\n");
  print(installLine(folder));
}

function optionsOf(args) {
  const to = { type: "string", default: join("dist", "packages") };
  try {
    return parseArgs({ args, options: { to } }).values;
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`);
  }
}

/** Removes earlier packages. A folder with anything else is probably a mistake. */
function clear(folder) {
  mkdirSync(folder, { recursive: true });
  const isOurs = (file) =>
    [checksums, templates].includes(file) || /^pulumi[-_]platform.*\.t(ar\.)?gz$/.test(file);
  const files = readdirSync(folder);
  const other = files.find((file) => !isOurs(file));
  if (other !== undefined) throw new Failure(`${folder} contains ${other}. Choose another folder.`);
  for (const file of files) rmSync(join(folder, file), { recursive: true });
}

async function packNode(folder) {
  // npm packs a license only from the folder of the package. Git ignores these copies.
  for (const workspace of workspaces)
    copyFileSync(join(root, license), join(root, workspace, license));
  const which = workspaces.flatMap((workspace) => ["--workspace", workspace]);
  const how = ["--ignore-scripts", "--loglevel=error", "--pack-destination", folder];
  await must("npm", ["pack", ...which, ...how]);
}

/** A source distribution is an archive of the sources, so it needs no Python. */
async function packPython(folder) {
  const work = mkdtempSync(join(tmpdir(), "pulumi-platform-pack-"));
  try {
    const files = filesIn(join(root, "sdk", "python"));
    // The record of the generator is no part of the package.
    delete files[record];
    files[license] = readFileSync(join(root, license), "utf8");
    const name = `pulumi_platform-${manifestOf("sdk").version}`;
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, name, path)), { recursive: true });
      writeFileSync(join(work, name, path), text);
    }
    await must("tar", ["-czf", join(folder, `${name}.tar.gz`), "-C", work, name]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Copies the templates, each with the packages that its project needs, so that it also installs before they are published. */
function packTemplates(folder, files) {
  const isTemplate = (name) => existsSync(join(root, templates, name, "Pulumi.yaml"));
  for (const name of readdirSync(join(root, templates)).filter(isTemplate)) {
    const template = join(folder, templates, name);
    cpSync(join(root, templates, name), template, { recursive: true });
    mkdirSync(join(template, "packages"));
    const copied = (wanted) => {
      const file = files.find((one) => one.replace(/-\d.*/, "") === wanted);
      copyFileSync(join(folder, file), join(template, "packages", file));
      return `packages/${file}`;
    };
    for (const [list, dependency, written] of [
      [
        "package.json",
        /"(pulumi-platform[\w-]*)": ".*"/g,
        (one) => `"${one}": "file:${copied(one)}"`,
      ],
      ["requirements.txt", /^(pulumi_platform).*$/gm, (one) => `./${copied(one)}`],
    ]) {
      const path = join(template, list);
      if (!existsSync(path)) continue;
      const text = readFileSync(path, "utf8");
      writeFileSync(
        path,
        text.replace(dependency, (_, one) => written(one)),
      );
    }
  }
}

/** The packages that a TypeScript program needs, and the versions of the others in the template. */
function installLine(folder) {
  const packed = ["provider", "sdk", "cli"].map((workspace) => {
    const { name, version } = manifestOf(workspace);
    return join(folder, `${name}-${version}.tgz`);
  });
  const { dependencies, devDependencies } = manifestOf(join(templates, "typescript"));
  const others = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name]) => !name.startsWith("pulumi-platform"))
    .map(([name, range]) => `${name}@${range}`);
  return ["npm", "install", ...[...packed, ...others].map(quoted)].join(" ");
}

const quoted = (word) => (/^[\w@./:\\-]+$/.test(word) ? word : `"${word}"`);
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

async function must(command, args) {
  const { code, all } = await run(command, args);
  if (code !== 0) throw new Failure(`${command} ${args[0]} failed:\n${all.trim()}`, code);
}
