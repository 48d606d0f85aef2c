import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../script.mjs";

export const workspaces = ["provider", "sdk", "simulator", "cli"];

/** The one version of everything that a release publishes. Fails with the places that have another one. */
export function oneVersion(root, tag) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const json = (path) => JSON.parse(read(path)).version;
  const go = "sdk/go/platform/pulumi-plugin.json";
  const found = {
    ...Object.fromEntries(
      workspaces.map((one) => [`${one}/package.json`, json(`${one}/package.json`)]),
    ),
    "provider/schema.json": json("provider/schema.json"),
    "sdk/python/pyproject.toml": /^\s*version = "(.+)"$/m.exec(
      read("sdk/python/pyproject.toml"),
    )?.[1],
    ...(existsSync(join(root, go)) && { [go]: json(go) }),
    "CHANGELOG.md": newest(read("CHANGELOG.md"))?.[1],
    ...(tag !== undefined && { "the tag": /^v(.+)$/.exec(tag)?.[1] }),
  };
  const version = found["provider/package.json"];
  const others = Object.entries(found).filter(([, one]) => one === undefined || one !== version);
  if (version !== undefined && others.length === 0) return version;
  const names = others.map(([name, one]) => `${name} has ${one ?? "no version"}`);
  throw new Failure(
    `A release has one version. provider/package.json has ${version ?? "none"}, but ${names.join(", ")}. Write the same version everywhere.`,
  );
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
