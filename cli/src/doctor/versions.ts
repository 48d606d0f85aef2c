import { installedVersion } from "../stack/packages.js";
import { runEngine } from "../stack/run.js";
import { manifest } from "../manifest.js";
import { Checks } from "./checks.js";

const oldest = { engine: "3.200.0", node: "20.19.0", "@pulumi/pulumi": "3.248.0" };
const ours = ["pulumi-platform", "pulumi-platform-provider"];

/** Whether a version is older than another one. A prerelease counts as its release. */
const isOlder = (version: string, than: string): boolean =>
  version.localeCompare(than, "en", { numeric: true }) < 0;

/** The versions of the engine, of Node.js and of the packages, and whether they go together. */
export async function examineVersions(): Promise<Checks> {
  const checks = new Checks("versions");
  await examineEngine(checks);
  const node = process.versions.node;
  checks.fact("Node.js", node);
  if (isOlder(node, oldest.node)) {
    checks.find(
      `Node.js ${node} is too old`,
      `The packages need ${oldest.node} or newer`,
      "nvm install 20",
    );
  }
  const cli = manifest.version;
  checks.fact("pulumi-platform-cli", cli);
  for (const name of [...ours, "@pulumi/pulumi"]) {
    const version = installedVersion(name);
    checks.fact(name, version ?? "not installed in this folder");
    if (version === undefined) continue;
    if (ours.includes(name) && version !== cli) {
      checks.find(
        `${name} is ${version}, and pulumi-platform-cli is ${cli}`,
        "The packages are made for each other in one version",
        `npm install ${[...ours, "pulumi-platform-cli"].map((one) => `${one}@${cli}`).join(" ")}`,
      );
    }
    if (name === "@pulumi/pulumi" && isOlder(version, oldest[name])) {
      checks.find(
        `${name} is ${version}`,
        `The provider needs ${oldest[name]} or newer`,
        `npm install ${name}@latest`,
      );
    }
  }
  return checks;
}

async function examineEngine(checks: Checks): Promise<void> {
  const install = "https://www.pulumi.com/docs/install/";
  try {
    const { code, out, err } = await runEngine(["version"]);
    const version = out.trim().replace(/^v/, "");
    if (code !== 0) {
      checks.find(
        `\`pulumi version\` failed: ${(err || out).trim()}`,
        "Every command of the engine fails",
        install,
      );
      return;
    }
    checks.fact("engine", version);
    if (isOlder(version, oldest.engine)) {
      checks.find(
        `The engine is ${version}`,
        `The provider needs ${oldest.engine} or newer`,
        install,
      );
    }
  } catch (error) {
    checks.find((error as Error).message, "Previews and updates need the engine", install);
  }
}
