import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";
import { tarGz } from "./archives.mjs";
import { bundle } from "./bundle.mjs";
import { inFolder, write } from "./folders.mjs";
import { license } from "./npmPackages.mjs";

const systems = ["linux", "darwin", "windows"].flatMap((system) =>
  ["amd64", "arm64"].map((processor) => [system, processor]),
);
export const plugin = "pulumi-resource-platform";

/** The name under which the engine downloads a plugin. */
export const archiveName = (version, system, processor) =>
  `${plugin}-v${version}-${system}-${processor}.tar.gz`;

/** What every archive of the plugin has: its license, and those of its parts. */
export const withLicenses = (licenses) => ({
  [license]: readFileSync(join(root, license)),
  "THIRD-PARTY-LICENSES": licenses,
});

/** The plugin for each system, which runs with the Node.js on PATH. */
export async function plugins(folder, version) {
  const { scripts, licenses } = await bundle();
  for (const [system, processor] of systems) {
    // The engine looks for .exe and .cmd on Windows, and elsewhere for a file without an ending.
    const name = system === "windows" ? `${plugin}.cmd` : plugin;
    const files = { ...started(scripts, name, version), ...withLicenses(licenses) };
    const archive = join(folder, archiveName(version, system, processor));
    await inFolder(files, (work) => tarGz(archive, work, [name]));
  }
}

/** Writes to a folder what the archive of the plugin for this system has. */
export async function writePlugin(folder) {
  const { version } = JSON.parse(readFileSync(join(root, "provider/package.json"), "utf8"));
  const { scripts } = await bundle();
  write(folder, started(scripts, plugin, version));
  chmodSync(join(folder, plugin), 0o755);
}

const started = (scripts, name, version) => ({
  ...scripts,
  "start.cjs": launcher("start.cjs", version),
  [name]: launcher(name, version),
});

function launcher(name, version) {
  const { engines, repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const oldest = engines.node.replace(">=", "");
  const page = `${repository}/blob/v${version}/docs/plugin.md#without-nodejs`;
  const needed = `The platform plugin needs Node.js ${oldest} or newer on PATH (without Node.js: ${page}).`;
  const text = readFileSync(join(root, "scripts", "release", "launcher", name), "utf8");
  return text.replace("OLDEST", oldest).replace("NEEDED", needed);
}
