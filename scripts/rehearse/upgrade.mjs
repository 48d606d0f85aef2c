// A project of the last version gets the next one: nothing changes until its program does.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { copyTree, linkPackages } from "../copyTree.mjs";
import { root } from "../install.mjs";
import { must } from "../release/folders.mjs";
import { isOurs, typescriptPackages } from "../release/templates.mjs";
import { filesIn } from "./artefacts.mjs";
import { live, newStack, pluginLines } from "./installs.mjs";
import { withInstance } from "./reader.mjs";
import { publishNpm, startNpmRegistry, startPypi } from "./registries.mjs";

/** The tree before packages had a way to registries stands for the last version: none is published yet. */
const last = "e9aa1d714ca4f896c82f2a7aef579b05529ce230";
const packed = "dist/packages";
const schedule = `frequency: "WEEKLY", daysToRun: "MON", hourOfDay: 8, minOfHour: 0, enabled: true`;
const typescript = (entry, description) => `import * as platform from "${entry}";

new platform.Group("analysts", { name: "Analysts", type: "open", description: "${description}" });
new platform.ReportSchedule("weekly", {
  title: "Weekly", pageId: 1001, viewId: 2001, schedule: { ${schedule} },
});
`;
const python = (description) => `import pulumi_platform as platform

platform.Group("analysts", name="Analysts", type="open", description="${description}")
platform.ReportSchedule(
    "weekly", title="Weekly", page_id=1001, view_id=2001,
    schedule={"frequency": "WEEKLY", "days_to_run": "MON", "hour_of_day": 8, "min_of_hour": 0, "enabled": True},
)
`;
const tools = typescriptPackages((name) => !isOurs(name)).map((one) => `'${one}'`);
const inTypescript = (entry, names) => ({
  project: `name: rehearsal\nruntime: nodejs\n${entry.endsWith("plugin") ? pluginLines : ""}`,
  file: "index.ts",
  program: (description) => typescript(entry, description),
  install: (version) => [
    `npm install ${names.map((name) => `${name}@${version}`).join(" ")} ${tools.join(" ")}`,
  ],
});

const ways = {
  "the dynamic resources": inTypescript("pulumi-platform", ["pulumi-platform"]),
  "the plugin": inTypescript("pulumi-platform/plugin", [
    "pulumi-platform",
    "pulumi-platform-provider",
  ]),
  Python: {
    project: `name: rehearsal\nruntime: python\n${pluginLines}`,
    file: "__main__.py",
    program: python,
    install: (version) => [
      `npm install pulumi-platform-provider@${version} ${tools[0]}`,
      "[ -e venv ] || python3 -m venv venv",
      `venv/bin/pip install --quiet pulumi_platform==${version}`,
    ],
  },
};

export function upgrade(world) {
  const { version, newReader, simulator } = world;
  const next = version.replace(/\d+$/, (patch) => `${Number(patch) + 1}`);
  let registries;
  return Object.entries(ways).map(([name, { project, file, program, install }]) => ({
    name: `Upgrade from ${version} to ${next}, ${name}`,
    run: (step) =>
      withInstance(simulator, async (url) => {
        registries ??= await step("publish both versions", () => publishBoth(world, next));
        const reader = newReader();
        reader.set(registries);
        const installed = (wanted) =>
          step(`install ${wanted}`, () => reader.run(...install(wanted)));
        reader.write("package.json", { private: true, main: "index.ts" });
        reader.write(
          "tsconfig.json",
          readFileSync(join(root, "templates/typescript/tsconfig.json"), "utf8"),
        );
        reader.write("Pulumi.yaml", project);
        reader.write(file, program("Of 0.1"));
        await installed(version);
        reader.first = file === "__main__.py" ? [". venv/bin/activate"] : [];
        await newStack(reader, url);
        await live(step, reader, "up");
        await installed(next);
        await live(step, reader, "unchanged");
        await step("refresh without changes", () =>
          reader.run("pulumi refresh --yes --skip-preview --expect-no-changes"),
        );
        reader.write(file, program("Of the next version"));
        await step("a change", () => reader.see(/1 updated/, "pulumi up --yes --skip-preview"));
        await live(step, reader, "destroy");
      }),
  }));
}

/** Packs the two trees. Returns the variables of registries that have both. */
async function publishBoth({ folder, version }, next) {
  const [before, after, servers] = ["before", "after", "upgrade"].map((name) => join(folder, name));
  for (const one of [before, servers]) mkdirSync(one, { recursive: true });
  const archive = join(folder, "before.tar");
  await must("git", ["archive", "--output", archive, last]);
  await must("tar", ["--extract", "--file", archive, "--directory", before]);
  linkPackages(before);
  copyTree(after);
  setVersion(after, version, next);
  for (const tree of [before, after])
    await must(process.execPath, ["scripts/pack.mjs", "--to", join(tree, packed)], { cwd: tree });
  const npm = await startNpmRegistry(servers);
  const pypi = join(servers, "python");
  mkdirSync(pypi);
  for (const tree of [before, after]) {
    await publishNpm(filesIn(join(tree, packed), /\.tgz$/), npm);
    for (const file of filesIn(join(tree, packed), /\.tar\.gz$/))
      copyFileSync(file, join(pypi, basename(file)));
  }
  return { ...npm, ...(await startPypi(pypi)) };
}

/** Writes another version everywhere in a copy of the tree. */
function setVersion(tree, version, next) {
  const manifests = ["provider", "sdk", "simulator", "cli"].map((name) => `${name}/package.json`);
  const generated = readdirSync(join(tree, "sdk"), { recursive: true })
    .filter(
      (path) =>
        /(pulumi-plugin\.json|pyproject\.toml)$/.test(path) && !path.includes("node_modules"),
    )
    .map((path) => join("sdk", path));
  for (const file of [...manifests, ...generated, "provider/schema.json", "CHANGELOG.md"]) {
    const text = readFileSync(join(tree, file), "utf8");
    writeFileSync(join(tree, file), text.replaceAll(version, next));
  }
}
