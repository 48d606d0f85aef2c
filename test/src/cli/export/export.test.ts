import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packagesFor } from "pulumi-platform-cli/dist/export/packages.js";
import { projectFiles } from "pulumi-platform-cli/dist/export/projectFiles.js";
import { manifest } from "pulumi-platform-cli/dist/manifest.js";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator, VariantName } from "pulumi-platform-simulator";
import { clickTogether } from "../../roundTrip/clickedInstance";
import type { Named } from "../../roundTrip/clickedInstance";
import { Workspace } from "../../roundTrip/workspace";
import { cliHere } from "../cliHere";
import { group, TwoInstances } from "../twoInstances";

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
  const exportAll = (...args: string[]) =>
    workspace.export("source", ...(args.includes("--only") ? [] : ids()), ...args);
  const text = (file: string) => workspace.read(`source/${file}`);
  const program = () => programFiles.map((file) => text(file));
  const report = () =>
    JSON.parse(text("report.json")) as {
      exported: object;
      unseen: { type: string; id: string; notInProgram: object }[];
      gaps: { of: string; reason: string }[];
    };

  /** Also has a closed group with an owner and a member. */
  const withBoard = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const board = { ...group(5_000_009_999, "Board", "closed"), userIds: [42] };
    source.state.groups.push({ ...board, owners: [{ type: "USER", id: "43" }] });
    return run().finally(() => source.state.groups.pop());
  };

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
    // Two lists of two pages for schedules and groups; one call for each schedule, dataset and certification. For each
    // group, one for its fields and one for its members, and another one for its owners.
    const owned = source.state.groups.filter(({ type }) => type !== "open").length;
    const ofGroups = 2 * source.state.groups.length + owned;
    assert.equal(calls.length, 8 + 30 + named.datasets.length * 2 + named.cards.length + ofGroups);
  });

  it("writes the members of groups with others than their creator, also where only groups are asked for", async () => {
    const some = source.state.groups.find(({ type }) => type !== "dynamic") ?? assert.fail();
    some.userIds.push(42);
    const { err } = await exportAll("--only", "groups").finally(() => some.userIds.pop());
    assert.deepEqual(report().exported, { groups: 4, memberships: 1 });
    const written = text("memberships.ts");
    assert.match(
      written,
      /new platform\.GroupMembers\(\s+"membership-\d+",\s+\{\s+groupId: \w+\.id,/,
      err,
    );
    assert.match(written, /members: \[[^\]]*\{ type: "USER", id: ids\.user\("42"\) \}/);
  });

  it("writes the members of groups whose owners the instance does not show", async () => {
    source.useVariants("no-extended:GET /api/content/v2/groups/{group}/permissions");
    const { code, out } = await withBoard(exportAll);
    assert.equal(code, 1);
    const written = text("memberships.ts");
    assert.match(written, /members: \[[^\]]*\{ type: "USER", id: ids\.user\("42"\) \}/);
    assert.match(written, /\/\/ The instance does not show owners: Pulumi does not manage it\./);
    assert.doesNotMatch(written, /owners: \[/);
    assert.match(out, /owners of group .+ Pulumi manages only the members of such groups\./);
    assert.doesNotMatch(out, /documented/, "which would show less");
  });

  it("names what no argument holds, in the output, the page and the report", async () => {
    const [first, second] = source.state.schedules;
    assert.ok(first && second);
    first.schedule.expirationDate = 1_900_000_000_000;
    second.schedule.startDate = Date.now() + 86_400_000;
    const { code, out } = await exportAll().finally(() => {
      first.schedule.expirationDate = null;
      second.schedule.startDate = 0;
    });
    assert.equal(code, 0, out);
    const line =
      /ReportSchedule schedule\.expirationDate: .+ \(1900000000000: 2030-03-17T17:46:40\.000Z\)/;
    assert.match(out, /^Not in the program, because no argument holds it\. A copy/m);
    assert.match(out, line);
    assert.match(text("README.md"), /^- .*schedule\.expirationDate/m);
    const unseen = (id: number | bigint) =>
      report()
        .unseen.filter((one) => one.id === String(id))
        .map((one) => one.notInProgram);
    assert.deepEqual(unseen(first.id as number), [
      { "schedule.expirationDate": 1_900_000_000_000 },
    ]);
    assert.deepEqual(Object.keys(unseen(second.id as number)[0] ?? {}), ["schedule.startDate"]);
    assert.equal(report().unseen.length, 2, "nothing else is unusual");
  });

  it("names a field that the platform adds to its answers, for each object", async () => {
    source.useVariants("more-fields");
    await withBoard(exportAll);
    const told = report().unseen.map(({ type, notInProgram }) => [
      type,
      Object.keys(notInProgram).filter((path) => path.endsWith("addedLater")),
    ]);
    const all = {
      ReportSchedule: 30,
      Group: 5,
      GroupMembers: 1,
      DatasetShare: 4,
      Certification: 3,
    };
    for (const [type, count] of Object.entries(all)) {
      const some = told.filter(([one, paths]) => one === type && paths?.length !== 0);
      assert.equal(some.length, count, type);
    }
  });

  it("writes a recipient once that the instance lists twice", async () => {
    const [first] = source.state.schedules;
    assert.ok(first);
    const before = first.schedule.additionalRecipients;
    const twice = ["ann@example.com", "ANN@EXAMPLE.COM"].map((value) => ({ type: "EMAIL", value }));
    first.schedule.additionalRecipients = twice;
    const { code, out } = await exportAll("--only", "schedules").finally(
      () => (first.schedule.additionalRecipients = before),
    );
    assert.equal(code, 0, out);
    assert.equal(text("schedules.ts").match(/ann@example\.com/gi)?.length, 1);
  });

  it("ignores what a pipeline, recover and plan write into the folder", async () => {
    await exportAll("--only", "groups");
    for (const line of ["/.gitops/", "/*.before-recover.*", "pulumi-plan.*", "plan.json"]) {
      assert.ok(text(".gitignore").split("\n").includes(line));
    }
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
    assert.match(
      report.listed,
      /Left out: the members of 4 groups, which have only their creator\./,
    );
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

  it("says which of the named ids the instance does not show", async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    const kinds = ["--only", "groups,shares"];
    source.fault({ kind: "status", status: 404, moment: "before", path: unknown, times: 0 });
    const named = ["--datasets", unknown, "--groups", "99"];
    const { code, out } = await workspace.export("source", ...kinds, ...named);
    assert.equal(code, 1);
    assert.match(out, /1 of datasets \(0{8}-.+\): The instance shows no shares with these ids\./);
    assert.match(out, /1 of groups \(99\): The instance shows no memberships with these ids\./);
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
    // Lists of two pages, read twice. For each group one call for its members, and another one for its owners.
    const owned = source.state.groups.filter(({ type }) => type !== "open").length;
    assert.equal(source.calls.length - before, 8 + source.state.groups.length + owned);
    assert.deepEqual(readdirSync(join(workspace.folder, "source")), ["import.json"]);
  });

  const refusals: [string[], RegExp][] = [
    [["sourse"], /has no instance "sourse"\. Did you mean "source"\?/],
    [["source", "--only", "schedule"], /unknown kind "schedule"\. Did you mean schedules\?/],
    [["source", "--datasets", "none.txt"], /none\.txt does not exist\./],
    [["source", "--cards", "abc"], /--cards: "abc" is not .+ whole numbers\./],
    [["source", "--groups", "99,abc"], /--groups: "abc" is not .+ whole numbers\./],
    [
      ["source", "--only", "schedules,groups", "--datasets", "a"],
      /--datasets does nothing, because --only leaves out shares and certifications\./,
    ],
    [["source", "--groups", ","], /--groups: "," has no ids\./],
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

  it("ends a sentence once", async () => {
    workspace.write(
      "instances.yaml",
      `source: { baseUrl: "${source.url}", operations: extendd }\n`,
    );
    const { code, err } = await workspace.run("export", "--out", "x");
    assert.equal(code, 2);
    assert.match(err, /Did you mean extended\?\n$/);
  });

  it("refuses an output folder at once that cannot have files", async () => {
    const { code, err } = await workspace.run("export", "--out", "instances.yaml");
    assert.deepEqual([code, /instances\.yaml is not a folder\. Choose/.test(err)], [2, true], err);
    // No other system has /proc.
    if (process.platform !== "linux") return;
    const proc = await workspace.run("export", "--out", "/proc/x");
    assert.equal(proc.code, 2);
    assert.match(proc.err, /^pulumi-platform: Nothing can be written to \/proc \(ENOENT\)\. .+\n$/);
  });

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

describe("pulumi-platform export in a project with several instances", () => {
  it("reads the instance of the stack that it is given", async () => {
    const two = await TwoInstances.start();
    try {
      two.prod.state.groups = [group(7, "Analysts")];
      two.write("Pulumi.yaml", "name: reports\nruntime: nodejs\n");
      two.write(
        "Pulumi.prod.yaml",
        `config: { "platform:baseUrl": "${two.prod.url}", "platform:operations": extended }\n`,
      );
      const args = ["export", "--out", "new", "--imports-only", "--only", "groups"];
      const exported = (...more: string[]) =>
        cliHere({ PLATFORM_TOKEN: two.prod.token }, two.folder, ...args, ...more);
      assert.match((await exported()).err, /Name an instance of instances\.yaml: dev, prod\./);
      const { code, out, err } = await exported("--stack", "prod");
      assert.equal(code, 0, err);
      assert.match(out, /^Wrote 1 object to /);
    } finally {
      await two.close();
    }
  });
});
