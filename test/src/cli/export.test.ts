import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packagesFor } from "pulumi-platform-cli/dist/export/packages.js";
import { projectFiles } from "pulumi-platform-cli/dist/export/projectFiles.js";
import { manifest } from "pulumi-platform-cli/dist/manifest.js";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator, VariantName } from "pulumi-platform-simulator";
import { clickTogether } from "../roundTrip/clickedInstance";
import type { Named } from "../roundTrip/clickedInstance";
import { Workspace } from "../roundTrip/workspace";

const sizes = { schedules: 30, groups: 4, shares: 4, certifications: 3 };
const programFiles = ["schedules.ts", "groups.ts", "shares.ts", "certifications.ts", "shared.ts"];

describe("pulumi-platform export", () => {
  let source: Simulator;
  let named: Named;
  let workspace: Workspace;
  before(async () => {
    source = await startSimulator({ profile: "extended" });
    named = await clickTogether(source, 5, sizes);
  });
  beforeEach(() => {
    workspace = new Workspace({ source }, { operations: "extended", scheduleFilter: "ALL" });
  });
  afterEach(() => {
    source.useVariants();
    source.clearFaults();
    workspace.remove();
  });
  after(() => source.close());

  const ids = () => ["--datasets", named.datasets.join(","), "--cards", named.cards.join(",")];
  const exportAll = (...args: string[]) => workspace.export("source", ...ids(), ...args);
  const text = (file: string) => workspace.read(`source/${file}`);
  const program = () => programFiles.map((file) => text(file));
  const report = () =>
    JSON.parse(text("report.json")) as { exported: object; gaps: { of: string; reason: string }[] };

  it("exports everything, and makes no call but reads", async () => {
    const before = source.calls.length;
    const { code, out, err } = await exportAll();
    assert.equal(code, 0, err);
    assert.deepEqual(report().exported, {
      schedules: 30,
      groups: 4,
      shares: 4,
      certifications: 3,
    });
    assert.match(out, /^Exported 30 schedules, 4 groups, 4 shares, 3 certifications from /);
    const calls = source.calls.slice(before);
    assert.deepEqual([...new Set(calls.map(({ method }) => method))], ["GET"]);
    // Two lists of two pages for schedules and groups; one call for each schedule, dataset and certification. One for
    // each group, and another one for its owners.
    const owned = source.state.groups.filter(({ type }) => type !== "open").length;
    const ofGroups = source.state.groups.length + owned;
    assert.equal(calls.length, 8 + 30 + named.datasets.length * 2 + named.cards.length + ofGroups);
  });

  it("writes the members of groups with others than their creator", async () => {
    const group = source.state.groups.find(({ type }) => type !== "dynamic") ?? assert.fail();
    group.userIds.push(42);
    const { err } = await exportAll().finally(() => group.userIds.pop());
    assert.deepEqual(report().exported, {
      ...{ schedules: 30, groups: 4, memberships: 1, shares: 4, certifications: 3 },
    });
    const written = text("memberships.ts");
    assert.match(
      written,
      /new platform\.GroupMembers\(\s+"membership-\d+",\s+\{\s+groupId: \w+\.id,/,
      err,
    );
    assert.match(written, /members: \[[^\]]*\{ type: "USER", id: ids\.user\("42"\) \}/);
  });

  it("outside of a clone, leaves the packages to the registry, in the version of the command", () => {
    const settings = { name: "reports", stack: "dev", baseUrl: "https://example.com" } as const;
    const choices = { language: "yaml", provider: "plugin", operations: "documented" } as const;
    const needed = packagesFor("yaml", undefined);
    const { "package.json": written = "" } = projectFiles({ ...settings, ...choices }, needed);
    const { dependencies, devDependencies } = JSON.parse(written) as Record<string, object>;
    const { version } = manifest;
    assert.deepEqual(
      { ...dependencies, ...devDependencies },
      {
        "@pulumi/pulumi": manifest.devDependencies["@pulumi/pulumi"],
        "pulumi-platform-provider": version,
        "pulumi-platform-cli": version,
      },
    );
  });

  it("writes the same program, however the instance spells its answers", async () => {
    await exportAll();
    const expected = program();
    const variants: VariantName[] = ["text-ids", "flipping-ids", "wrapped-lists", "text-errors"];
    for (const variant of variants) {
      rmSync(join(workspace.folder, "source"), { recursive: true });
      source.useVariants(variant);
      const { err } = await exportAll();
      assert.deepEqual(program(), expected, `${variant}: ${err}`);
    }
  });

  it("says so where the instance refuses to list the schedules of others", async () => {
    source.useVariants("strict-queries");
    const { code, out } = await exportAll();
    assert.equal(code, 1);
    assert.match(
      out,
      /list of schedules may lack objects: the platform refuses `platform:schedule/,
    );
  });

  it("says whose schedules the list has", async () => {
    const said = "The schedules that scheduleFilter: ALL shows were listed.";
    const { out } = await exportAll("--only", "schedules");
    assert.ok(out.includes(said) && text("README.md").includes(said), out);
    const file = workspace.read("instances.yaml");
    workspace.write("instances.yaml", file.replace(/scheduleFilter.*/, ""));
    const own = await workspace.run(
      ...["export", "source", "--only", "schedules,groups"],
      "--out",
      "own",
      "--packages",
      "packages",
    );
    const report = JSON.parse(workspace.read("own/report.json")) as { listed: string };
    assert.match(report.listed, /^Only the schedules that the token's user sees were listed\./);
    assert.ok(own.out.includes(report.listed), own.out);
    const groups = await workspace.run(
      "export",
      "source",
      "--only",
      "groups",
      "--out",
      "groups",
      "--packages",
      "packages",
    );
    assert.doesNotMatch(groups.out, /were listed/);
  });

  it("goes on where it was interrupted", async () => {
    const path = "/reportschedules/\\d+$";
    source.fault({ kind: "status", status: 401, moment: "before", path, skip: 20, times: 0 });
    const { code } = await exportAll();
    assert.equal(code, 2);
    assert.ok(!existsSync(join(workspace.folder, "source", "schedules.ts")));
    source.clearFaults();
    const before = source.calls.length;
    assert.equal((await exportAll()).code, 0);
    const fetched = source.calls.slice(before).filter(({ path }) => /schedules\/\d+$/.test(path));
    assert.ok(fetched.length < 30, `${fetched.length} schedules were read again`);
    assert.deepEqual(report().exported, { schedules: 30, groups: 4, shares: 4, certifications: 3 });
  });

  it("says what is missing where the reader has no rights, and exports the rest", async () => {
    source.fault({
      kind: "status",
      status: 403,
      moment: "before",
      path: "/permissions$",
      times: 0,
    });
    const { code, out } = await exportAll();
    assert.equal(code, 1);
    assert.match(out, /4 of shares \([^)]*\): The platform answered 403 \(forbidden\)\./);
    assert.deepEqual(report().exported, { schedules: 30, groups: 4, certifications: 3 });
  });

  it("exports only what is asked for", async () => {
    const { code } = await workspace.export("source", "--only", "schedules", "--filter", "REPORT");
    assert.equal(code, 0);
    const titles = [...text("schedules.ts").matchAll(/title: "(.*)"/g)].map(([, title]) => title);
    assert.ok(
      titles.length > 0 && titles.every((title = "") => /report/i.test(title)),
      titles.join(),
    );
  });

  it("writes only an import file, with one list for each kind", async () => {
    const before = source.calls.length;
    const { code, out } = await exportAll("--imports-only", "--only", "schedules,groups");
    assert.equal(code, 0);
    assert.match(out, /^Wrote 34 objects to .*import\.json\.$/m);
    const { resources } = JSON.parse(text("import.json")) as { resources: { type: string }[] };
    assert.equal(resources.filter(({ type }) => type.endsWith(":Group")).length, 4);
    assert.equal(source.calls.length - before, 8);
    assert.deepEqual(readdirSync(join(workspace.folder, "source")), ["import.json"]);
  });

  const refusals: [string[], RegExp][] = [
    [["sourse"], /has no instance "sourse"\. Did you mean "source"\?/],
    [["source", "--only", "schedule"], /unknown kind "schedule"\. Did you mean schedules\?/],
    [["source", "--datasets", "none.txt"], /none\.txt does not exist\./],
    [["source", "--language", "yaml", "--provider", "dynamic"], /exist only for TypeScript\./],
  ];
  for (const [args, message] of refusals) {
    it(`refuses ${args.join(" ")} in one line`, async () => {
      const { code, err } = await workspace.run("export", ...args, "--out", "x");
      assert.equal(code, 2);
      assert.match(err, message);
      assert.match(err, /^pulumi-platform: [^\n]+\n$/);
    });
  }

  it("never writes into a folder that has other files of the same names", async () => {
    mkdirSync(join(workspace.folder, "source"));
    workspace.write("source/groups.ts", "// mine\n");
    const { code, err } = await workspace.export("source", "--only", "groups");
    assert.equal(code, 2);
    assert.match(err, /groups\.ts exists\. Choose another folder, or move the file away\./);
    assert.deepEqual(readdirSync(join(workspace.folder, "source")), ["groups.ts"]);
  });

  it("writes muted settings for each other instance, and says how a copy can send e-mail", async () => {
    await exportAll("--only", "groups");
    assert.match(text("README.md"), /^\$ pulumi config set platform:mail muted --stack STACK$/m);
    assert.match(text("README.md"), /The preview of any other stack fails without it\./);
    const file = workspace.read("instances.yaml");
    workspace.write("instances.yaml", `${file}prod: { baseUrl: "https://prod.example.com" }\n`);
    rmSync(join(workspace.folder, "source"), { recursive: true });
    await exportAll("--only", "groups");
    const said = /Pulumi cannot enable a schedule later\./;
    assert.match(text("Pulumi.prod.yaml"), said);
    assert.match(text("Pulumi.prod.yaml"), /platform:mail: muted/);
    assert.match(text("README.md"), /say `platform:mail: muted`, .*: prod\.$/m);
    assert.match(text("README.md"), new RegExp(`^prod: .*${said.source}`, "m"));
    assert.doesNotMatch(text("Pulumi.source.yaml"), said);
    assert.match(text("Pulumi.source.yaml"), /platform:mail: live/);
  });
});
