import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { inject } from "postject";
import { Failure } from "../script.mjs";
import { tarGz } from "./archives.mjs";
import { oneScript } from "./bundle.mjs";
import { inFolder, must, write } from "./folders.mjs";
import { archiveName, plugin, withLicenses } from "./plugins.mjs";

const systems = { linux: "linux", darwin: "darwin", win32: "windows" };
const processors = { x64: "amd64", arm64: "arm64" };
/** Node.js looks for its script behind these marks: https://nodejs.org/api/single-executable-applications.html */
const [resource, fuse] = ["NODE_SEA_BLOB", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"];

/** The plugin for this system, with the Node.js that runs this script. */
export async function executable(folder, version) {
  const { script, licenses } = await oneScript();
  const [system, processor] = [systems[process.platform], processors[process.arch]];
  const name = system === "windows" ? `${plugin}.exe` : plugin;
  await inFolder({ ...withLicenses(licenses), "NODE-LICENSE": licenseOfNode() }, async (target) => {
    const file = join(target, name);
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    if (system === "darwin") await must("codesign", ["--remove-signature", file]);
    const options = system === "darwin" ? { machoSegmentName: "NODE_SEA" } : {};
    await inject(file, resource, await blob(script), { sentinelFuse: fuse, ...options });
    // macOS runs no file on arm64 without a signature.
    if (system === "darwin") await must("codesign", ["--sign", "-", file]);
    await mustStart(file);
    await tarGz(join(folder, archiveName(version, system, processor)), target, [name]);
  });
}

/** Official archives have it above the folder of their program, or on Windows beside it, and packages of Linux in the last place. */
function licenseOfNode() {
  const places = ["LICENSE", "../LICENSE", "../share/doc/nodejs/LICENSE"];
  const files = places.map((place) => join(dirname(process.execPath), place));
  const found = files.find((file) => existsSync(file));
  if (found !== undefined) return readFileSync(found);
  return `https://github.com/nodejs/node/blob/${process.version}/LICENSE\n`;
}

/** Some builds of Node.js, such as those with shared libraries, do not find the script. */
async function mustStart(file) {
  const child = spawn(file, { stdio: ["ignore", "pipe", "ignore"] });
  const [output] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  child.kill();
  if (!/^\d+\n$/.test(String(output)))
    throw new Failure(`The executable printed no port. Use a Node.js from https://nodejs.org.`);
}

/** The script in the form that this Node.js reads, compiled. */
const blob = (script) =>
  inFolder({ "plugin.cjs": script }, async (work) => {
    // The blob contains the name of the script, so it is a relative one.
    const files = { main: "plugin.cjs", output: "blob" };
    const config = { ...files, disableExperimentalSEAWarning: true, useCodeCache: true };
    write(work, { "config.json": JSON.stringify(config) });
    // Without a seed, the compiled script differs in each run.
    const args = ["--random-seed=1", "--experimental-sea-config", "config.json"];
    await must(process.execPath, args, { cwd: work });
    return readFileSync(join(work, files.output));
  });
