import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../script.mjs";

export const workspaces = ["provider", "sdk", "simulator", "cli"];

/** The manifests of a release, and those by which the SDKs find the plugin. */
const manifests = [
  ...["package.json", ...workspaces.map((workspace) => `${workspace}/package.json`)],
  "provider/schema.json",
  "sdk/python/pulumi_platform/pulumi-plugin.json",
  "sdk/go/platform/pulumi-plugin.json",
];

/** The one version of everything that a release publishes. Fails with the places that have another one. */
export function oneVersion(root, tag) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const project = "sdk/python/pyproject.toml";
  const [heading = "", ofChanges] = newest(read("CHANGELOG.md")) ?? [];
  const found = {
    ...Object.fromEntries(manifests.map((path) => [path, JSON.parse(read(path)).version])),
    [project]: /^\s*version = "(.+)"$/m.exec(read(project))?.[1],
    "CHANGELOG.md": ofChanges,
    ...(tag !== undefined && { "the tag": tag.replace(/^v/, "") }),
  };
  const [[first, version], ...others] = Object.entries(found);
  const wrong = others.filter(([, one]) => one !== version);
  if (!/^\d+\.\d+\.\d+$/.test(version) || wrong.length > 0) {
    const all = wrong.map(([name, one]) => `${name} has ${one || "none"}`).join(", ");
    throw new Failure(
      `A release has one version. ${first} has ${version || "none"}, but ${all}. Write the same version everywhere.`,
    );
  }
  if (tag !== undefined && heading.includes("(unreleased)"))
    throw new Failure(
      `CHANGELOG.md says (unreleased) at ${version}. Write the date of the release.`,
    );
  return version;
}

/** Fails if no test of a later version would know what this version leaves behind. */
export function mustBeRecorded(root, version) {
  if (existsSync(join(root, "test/recordings", version))) return;
  throw new Failure(
    `test/recordings/${version} is missing. Record what the version leaves behind, and commit it: npm run record`,
  );
}

/** The part of CHANGELOG.md about the newest version, with its heading. */
export function newestChanges(root) {
  const text = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const [heading] = newest(text);
  const [changes] = text.slice(text.indexOf(heading) + heading.length).split(/^## /m);
  return `${heading}${changes.trimEnd()}\n`;
}

const newest = (changelog) => /^## (\S+).*$/m.exec(changelog);
