import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../engine/stacks/stack";
import { recordedVersions } from "../upgrades/recording";

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const json = (...path: string[]) => JSON.parse(read(...path)) as Manifest;

/** Every file that states the version of a release. */
const places = [
  "package.json",
  ...["provider", "sdk", "simulator", "cli"].map((name) => `${name}/package.json`),
  "provider/schema.json",
  "sdk/python/pyproject.toml",
  "sdk/python/pulumi_platform/pulumi-plugin.json",
  "sdk/go/platform/pulumi-plugin.json",
  "CHANGELOG.md",
];

describe("the version of a release", () => {
  const packages = ["provider", "sdk", "simulator", "cli"].map((name) =>
    json(name, "package.json"),
  );
  const { version } = json("provider", "package.json");
  const names = packages.map(({ name }) => name);
  const rangesOf = ({ dependencies, devDependencies }: Manifest) =>
    Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      names.includes(name),
    );

  it("is the one of all that a release publishes, or there is no release", async () => {
    const script = pathToFileURL(join(root, "scripts", "release", "version.mjs")).href;
    const { oneVersion } = (await import(script)) as {
      oneVersion: (root: string, tag?: string) => string;
    };
    assert.equal(oneVersion(root), version);
    const dated = read("CHANGELOG.md").replace("(unreleased)", "(2026-01-31)");
    const tree = mkdtempSync(join(tmpdir(), "pulumi-platform-versions-"));
    try {
      const write = (path: string, text: string) => {
        mkdirSync(dirname(join(tree, path)), { recursive: true });
        writeFileSync(join(tree, path), text);
      };
      for (const path of places) write(path, read(path));
      assert.throws(() => oneVersion(tree, `v${version}`), /CHANGELOG\.md says \(unreleased\)/);
      write("CHANGELOG.md", dated);
      assert.equal(oneVersion(tree, `v${version}`), version);
      assert.throws(() => oneVersion(tree, "v9.9.9"), /the tag has 9\.9\.9/);
      for (const path of places) {
        const text = path === "CHANGELOG.md" ? dated : read(path);
        for (const other of ["9.9.9", ""]) {
          write(path, text.replace(version, other));
          assert.throws(() => oneVersion(tree), /A release has one version\./, path);
        }
        write(path, text);
      }
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  });

  it("is what the packages need of each other", () => {
    const ranges = packages.flatMap(rangesOf);
    assert.ok(ranges.length > 0);
    for (const [name, range] of ranges) assert.deepEqual([name, range], [name, version]);
  });

  it("has a recorded set before it is released for a tag", async () => {
    const script = pathToFileURL(join(root, "scripts", "release", "version.mjs")).href;
    const { mustBeRecorded } = (await import(script)) as {
      mustBeRecorded: (folder: string, version: string) => void;
    };
    assert.throws(() => mustBeRecorded(root, "0.0.0"), /npm run record/);
    for (const recorded of recordedVersions()) mustBeRecorded(root, recorded);
  });

  it("is the oldest one that a new project installs", () => {
    const templates = readdirSync(join(root, "templates")).filter((name) => !name.endsWith(".md"));
    assert.ok(templates.length > 0);
    for (const template of templates) {
      for (const [name, range] of rangesOf(json("templates", template, "package.json")))
        assert.deepEqual([template, name, range], [template, name, `^${version}`]);
      if (existsSync(join(root, "templates", template, "requirements.txt")))
        assert.ok(read("templates", template, "requirements.txt").includes(`>=${version},`));
    }
  });
});
