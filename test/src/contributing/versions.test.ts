import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../engine/stack";
import { recordedVersions } from "../upgrades/recording";

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const json = (...path: string[]) => JSON.parse(read(...path)) as Manifest;

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

  it("is the one of all packages, the schema, the SDKs and the newest changes", () => {
    const versions = {
      ...Object.fromEntries(packages.map((one) => [one.name, one.version])),
      schema: json("provider", "schema.json").version,
      python: /^\s*version = "(.+)"$/m.exec(read("sdk", "python", "pyproject.toml"))?.[1],
      go: json("sdk", "go", "platform", "pulumi-plugin.json").version,
      changes: /^## (\S+)/m.exec(read("CHANGELOG.md"))?.[1],
    };
    for (const [name, found] of Object.entries(versions))
      assert.deepEqual([name, found], [name, version]);
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
