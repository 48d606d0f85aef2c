import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../install.mjs";
import { build, removeStale } from "../prepare.mjs";
import { checksums, clear, writeChecksums } from "../release/folders.mjs";
import { npmPackages } from "../release/npmPackages.mjs";
import { sourceDistribution } from "../release/pythonPackages.mjs";
import { isOurs, templates, typescriptPackages } from "../release/templates.mjs";
import { Failure, print } from "../script.mjs";
import { newLine, projectLines } from "./projectLines.mjs";

const usage = "npm run pack [-- --to <folder>]   writes to that folder instead of dist/packages";
/** The folder of the templates. */
const projects = "templates";
const goSdk = join("sdk", "go", "platform");

/** Replaces the contents of the folder, and ends with the command that installs the packages. */
export async function pack(args) {
  const folder = resolve(root, optionsOf(args).to);
  removeStale();
  await build(["sdk", "simulator", "cli"]);
  print("Packing");
  const ours = /^pulumi[-_]platform.*\.t(ar\.)?gz$/;
  clear(folder, (file) => [checksums, projects].includes(file) || ours.test(file));
  await npmPackages(folder);
  await sourceDistribution(folder, manifestOf("sdk").version);
  const files = readdirSync(folder).sort();
  packTemplates(folder, files);
  writeChecksums(folder, files);

  print(`\n${files.length} packages, ${checksums} and ${projects} in ${folder}`);
  const template = (language) => quoted(join(folder, projects, language));
  print("\nMake a project in ~/reports, in TypeScript:\n");
  print(projectLines(template("typescript")).join("\n"));
  print("\nFor a project in another language, the last line is one of these:\n");
  for (const language of ["python", "go", "yaml"]) print(newLine(template(language)));
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

/** Copies the templates, each with the packages that its project needs, so that it also installs before they are published. */
function packTemplates(folder, files) {
  for (const name of templates(join(folder, projects))) {
    const template = join(folder, projects, name);
    mkdirSync(join(template, "packages"));
    const copied = (wanted) => {
      const file = files.find((one) => one.replace(/-\d.*/, "") === wanted);
      copyFileSync(join(folder, file), join(template, "packages", file));
      return `packages/${file}`;
    };
    const replaced = (module, requirements) => {
      const to = `packages/${basename(module)}`;
      // `pulumi new` downloads the plugin that this file names, which is published later than these packages.
      const filter = (path) => basename(path) !== "pulumi-plugin.json";
      cpSync(join(root, goSdk), join(template, to), { recursive: true, filter });
      return `${requirements}\nreplace ${module} => ./${to}\n`;
    };
    for (const [list, dependency, written] of [
      [
        "package.json",
        /"(pulumi-platform[\w-]*)": ".*"/g,
        (one) => `"${one}": "file:${copied(one)}"`,
      ],
      ["requirements.txt", /^(pulumi_platform).*$/gm, (one) => `./${copied(one)}`],
      // A Go module is a folder.
      ["go.mod", /\t(\S+\/sdk\/go\/\w+) v[^]*/, replaced],
    ]) {
      const path = join(template, list);
      if (!existsSync(path)) continue;
      const text = readFileSync(path, "utf8");
      writeFileSync(
        path,
        text.replace(dependency, (all, one) => written(one, all)),
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
  const others = typescriptPackages((name) => !isOurs(name));
  return ["npm", "install", ...[...packed, ...others].map(quoted)].join(" ");
}

const quoted = (word) => (/^[\w@./:\\-]+$/.test(word) ? word : `"${word}"`);
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
