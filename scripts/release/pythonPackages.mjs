import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";
import { filesIn, record } from "../generated-sdk.mjs";
import { tarGz, zip } from "./archives.mjs";
import { inFolder, sha256 } from "./folders.mjs";
import { license } from "./npmPackages.mjs";

const name = "pulumi_platform";
/** What setuptools takes for the package: modules, and the package-data of pyproject.toml. */
const isInstalled = (path) =>
  /^pulumi_platform\/(.+\/)?([^/]+\.pyi?|py\.typed|pulumi-plugin\.json)$/.test(path);

/** A source distribution is an archive of the sources, so it needs no Python. */
export async function sourceDistribution(folder, version) {
  const files = { ...sources(), "PKG-INFO": metadata() };
  const top = `${name}-${version}`;
  await inFolder(below(top, files), (work) => tarGz(join(folder, `${top}.tar.gz`), work));
}

/** The package has only modules, so its wheel is an archive of these files, too. */
export async function wheel(folder, version) {
  const info = `${name}-${version}.dist-info`;
  const installed = Object.entries(sources()).filter(([path]) => isInstalled(path));
  const files = {
    ...Object.fromEntries(installed),
    [`${info}/METADATA`]: metadata(),
    [`${info}/WHEEL`]:
      "Wheel-Version: 1.0\nGenerator: pulumi-platform\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    [`${info}/licenses/${license}`]: licenseText(),
    [`${info}/top_level.txt`]: `${name}\n`,
  };
  const rows = Object.entries(files).map(
    ([path, text]) => `${path},sha256=${sha256(text, "base64url")},${Buffer.byteLength(text)}\n`,
  );
  files[`${info}/RECORD`] = `${rows.join("")}${info}/RECORD,,\n`;
  const archive = join(folder, `${name}-${version}-py3-none-any.whl`);
  await inFolder(files, (work) => zip(archive, work));
}

const licenseText = () => readFileSync(join(root, license), "utf8");

const below = (folder, files) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

function sources() {
  const files = Object.entries(filesIn(join(root, "sdk", "python")));
  // The record of the generator and the files for Git are no part of the package.
  const packed = files.filter(([path]) => path !== record && !path.startsWith(".git"));
  return { ...Object.fromEntries(packed), [license]: licenseText() };
}

/** What pip and the index read, from the pyproject.toml that Pulumi's generator wrote. */
function metadata() {
  const { "pyproject.toml": project, "README.md": readme } = filesIn(join(root, "sdk", "python"));
  // Its texts and lists are written as in JSON.
  const of = (key) => JSON.parse(new RegExp(`^\\s*${key} = (.+)$`, "m").exec(project)[1]);
  const urls = [...project.matchAll(/^\s*(\w+) = "(https:.+)"$/gm)];
  return [
    "Metadata-Version: 2.4",
    `Name: ${of("name")}`,
    `Version: ${of("version")}`,
    `Summary: ${of("description")}`,
    ...urls.map(([, label, url]) => `Project-URL: ${label}, ${url}`),
    `License: ${of("text")}`,
    `Keywords: ${of("keywords").join(",")}`,
    `Requires-Python: ${of("requires-python")}`,
    "Description-Content-Type: text/markdown",
    `License-File: ${license}`,
    ...of("dependencies").map((one) => `Requires-Dist: ${one}`),
    "",
    readme,
  ].join("\n");
}
