import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";
import { workspaces } from "./version.mjs";

/** What the packages for npm install, the parts of the plugin included, in CycloneDX: https://cyclonedx.org/docs/1.6/json/ */
export function billOfMaterials(version) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const needed = new Map();
  const pending = [...workspaces];
  for (const path of pending) {
    if (needed.has(path)) continue;
    needed.set(path, neededBy(packages, path));
    pending.push(...needed.get(path));
  }
  const refOf = (path) => purl(nameOf(packages, path), packages[path].version);
  const all = [...needed.keys()].sort();
  const bill = {
    ...{ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 },
    metadata: {
      component: { type: "application", "bom-ref": "release", name: "pulumi-platform", version },
    },
    components: all.map((path) => component(refOf(path), nameOf(packages, path), packages[path])),
    dependencies: [
      { ref: "release", dependsOn: workspaces.map(refOf) },
      ...all.map((path) => ({ ref: refOf(path), dependsOn: needed.get(path).map(refOf).sort() })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** The packages that a package installs, by their paths in the lock file. */
function neededBy(packages, path) {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path];
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  // The lock file leaves out optional packages of other systems.
  return names.map((name) => resolved(packages, path, name)).filter((one) => one !== undefined);
}

/** Node.js looks in the nearest folder first. */
function resolved(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]+$/, "")) {
    const path = `${folder}${folder && "/"}node_modules/${name}`;
    const found = packages[path];
    if (found !== undefined) return found.link ? found.resolved : path;
    if (folder === "") return undefined;
  }
}

const nameOf = (packages, path) => packages[path].name ?? path.replace(/^.*node_modules\//, "");
const purl = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

function component(ref, name, { version, license, integrity }) {
  const content = Buffer.from(integrity?.replace("sha512-", "") ?? "", "base64").toString("hex");
  return {
    ...{ type: "library", "bom-ref": ref, name, version, purl: ref },
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(content !== "" && { hashes: [{ alg: "SHA-512", content }] }),
  };
}
