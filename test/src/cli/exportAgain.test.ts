import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator, StoredSchedule } from "pulumi-platform-simulator";
import { Workspace } from "../roundTrip/workspace";
import { group, schedule } from "./twoInstances";

describe("pulumi-platform export into the same folder again", () => {
  let source: Simulator;
  let workspace: Workspace;
  let costs: StoredSchedule;
  let sales: StoredSchedule;
  beforeEach(async () => {
    source = await startSimulator({ profile: "extended" });
    source.state.grants.manageAllContent = true;
    [costs, sales] = [schedule(1, "Costs"), schedule(2, "Sales", { viewId: 3002 })];
    source.state.schedules = [costs, sales];
    source.state.groups = [group(7, "Analysts")];
    workspace = new Workspace({ source }, { operations: "extended", scheduleFilter: "ALL" });
    assert.equal((await again()).code, 0);
  });
  afterEach(async () => {
    workspace.remove();
    await source.close();
  });

  const again = (...args: string[]) =>
    workspace.export("source", "--only", "schedules,groups", ...args);
  const text = (file: string) => workspace.read(`source/${file}`);
  const has = (file: string) => existsSync(join(workspace.folder, "source", file));
  const edit = (file: string, from: string, to: string) => {
    assert.ok(text(file).includes(from), `${file} has ${from}`);
    workspace.write(`source/${file}`, text(file).replace(from, to));
  };
  const conflict = () => {
    edit("schedules.ts", 'title: "Costs"', 'title: "Mine"');
    costs.title = "Costs of the instance";
    sales.schedule.enabled = !sales.schedule.enabled;
  };
  const isSettled = async () => {
    const before = text("schedules.ts");
    const { code, out, err } = await again();
    assert.equal(code, 0, err);
    assert.match(out, /^0 of \d+ files are new or changed\.$/m);
    assert.equal(text("schedules.ts"), before);
  };

  it("changes nothing where nothing changed", () => isSettled());

  it("keeps what a person changed, and takes what changed on the instance", async () => {
    edit("schedules.ts", 'title: "Costs"', 'title: "Mine"');
    const enabled = !sales.schedule.enabled;
    sales.schedule.enabled = enabled;
    const { code, err } = await again();
    assert.equal(code, 0, err);
    assert.match(text("schedules.ts"), /title: "Mine"/);
    assert.match(text("schedules.ts"), new RegExp(`title: "Sales"[^}]*enabled: ${enabled}`));
    await isSettled();
  });

  it("says which objects are new, changed or gone, and how to take the new ones over", async () => {
    source.state.schedules = [costs, ...[3, 4].map((id) => schedule(id, `Stock ${id}`))];
    costs.schedule.hourOfDay = 11;
    const { code, out, err } = await again();
    assert.equal(code, 0, err);
    assert.match(
      out,
      /^New \(2\): stock-3, stock-4\.\nChanged \(1\): costs\.\nNo longer exported \(1\): sales\.\nRun this .*: pulumi import --file import\.json /m,
    );
    assert.doesNotMatch((await again()).out, /^(New|Changed|No longer exported|Run)/m);
  });

  it("writes nothing where both changed the same lines, and shows the lines and the ways on", async () => {
    conflict();
    const before = text("schedules.ts");
    for (const time of ["first", "second"]) {
      const { code, err } = await again();
      assert.equal(code, 2, `${time} time`);
      assert.match(err, /^schedules\.ts, line \d+:\n- {3}title: "Mine",$/m);
      assert.match(err, /^\+ {3}title: "Costs of the instance",$/m);
      assert.match(err, /--keep program .*\n.*--keep instance /);
      assert.match(err, /If you have applied your change with pulumi up, use --keep program\./);
      assert.equal(text("schedules.ts"), before);
    }
  });

  it("sees no conflict where the program has the same on other lines", async () => {
    const recipients = ["ann", "bob"].map((name) => ({
      type: "EMAIL",
      value: `${name}.of.a.long.name@example.com`,
    }));
    const items = recipients.map(({ value }) => `{ type: "EMAIL", value: "${value}" }`).join(", ");
    edit("schedules.ts", "additionalRecipients: []", `additionalRecipients: [${items}]`);
    costs.schedule.additionalRecipients = recipients;
    const { code, err } = await again();
    assert.equal(code, 0, err);
    assert.ok(text("schedules.ts").includes(`additionalRecipients: [${items}]`));
    await isSettled();
  });

  it("sees no conflict where a change of the program is on the instance with another constant", async () => {
    const times = { hourOfDay: 9, minOfHour: 30 };
    source.state.schedules.push(schedule(3, "Stock", { schedule: times }));
    source.state.schedules.push(schedule(4, "Taxes", { schedule: times }));
    assert.equal((await again()).code, 0);
    const shared = "...weeklyMonAt0800Utc,";
    edit("schedules.ts", shared, `${shared}\n    hourOfDay: 9,\n    minOfHour: 30,`);
    Object.assign(costs.schedule, times);
    const { code, err } = await again();
    assert.equal(code, 0, err);
    assert.match(text("schedules.ts"), /title: "Costs"[^}]*\.\.\.weeklyMonAt0930Utc,/);
    await isSettled();
  });

  it("sees a conflict where the constant on the instance says something else", async () => {
    const shared = "...weeklyMonAt0800Utc,";
    edit("schedules.ts", shared, `${shared}\n    hourOfDay: 9,`);
    costs.schedule.hourOfDay = 10;
    const { code, err } = await again();
    assert.equal(code, 2);
    assert.match(err, /^- +hourOfDay: 9,$/m);
    assert.match(err, /^\+ +hourOfDay: 10,$/m);
  });

  const sides = [
    { keep: "program", stays: "Mine", goes: "Costs of the instance" },
    { keep: "instance", stays: "Costs of the instance", goes: "Mine" },
  ];
  for (const { keep, stays, goes } of sides) {
    it(`--keep ${keep} keeps these lines of the ${keep}, merges the others and says so once`, async () => {
      conflict();
      const { code, out, err } = await again("--keep", keep);
      assert.equal(code, 0, err);
      const now = text("schedules.ts");
      const line = now.split("\n").indexOf(`  title: "${stays}",`) + 1;
      assert.ok(line > 0 && !now.includes(goes), now);
      assert.match(now, new RegExp(`title: "Sales"[^}]*enabled: ${sales.schedule.enabled}`));
      assert.match(
        out,
        new RegExp(`lines of the ${keep} stayed:\\n\\nschedules\\.ts, line ${line}:`),
      );
      await isSettled();
    });
  }

  it("removes the file of a kind that the instance has no more objects of", async () => {
    source.state.groups = [];
    const { code, out } = await again();
    assert.equal(code, 0);
    assert.match(out, /^Removed, because the export no longer writes them: groups\.ts\.$/m);
    assert.ok(!has("groups.ts") && !has(".export/files/groups.ts"));
    assert.equal(text("index.ts"), 'import "./schedules";\n');
    await isSettled();
  });

  it("leaves such a file in the program where somebody changed it, until somebody deletes it", async () => {
    edit("groups.ts", "Analysts", "Our analysts");
    source.state.groups = [];
    const { code, out } = await again();
    assert.equal(code, 0);
    assert.match(out, /you changed them, so they stay: groups\.ts\./);
    assert.match(text("groups.ts"), /Our analysts/);
    assert.match(text("index.ts"), /"\.\/groups"/);
    assert.match((await again()).out, /so they stay: groups\.ts\./);
    workspace.delete("source/groups.ts");
    assert.equal((await again()).code, 0);
    assert.equal(text("index.ts"), 'import "./schedules";\n');
    await isSettled();
  });

  const narrower: { name: string; args: string[]; reason: string; prepare?: () => void }[] = [
    {
      name: "--only leaves out a kind",
      args: ["--only", "schedules"],
      reason: "1 of groups (7): --only leaves them out.",
    },
    {
      name: "--filter leaves out objects",
      args: ["--filter", "Cost"],
      reason: "1 of schedules (2): --filter leaves them out.",
    },
    {
      name: "the instance refuses a list",
      args: [],
      reason: "1 of groups (7):",
      prepare: () =>
        source.fault({
          kind: "status",
          status: 404,
          moment: "before",
          path: "grouplist",
          times: 0,
        }),
    },
  ];
  for (const { name, args, reason, prepare } of narrower) {
    it(`takes nothing out of the program because ${name}, unless --remove-unread says so`, async () => {
      const files = ["schedules.ts", "groups.ts", "index.ts", ".export/export.json"];
      const before = files.map(text);
      prepare?.();
      const { code, err } = await again(...args);
      assert.equal(code, 2);
      assert.ok(err.includes(reason), err);
      assert.match(err, /The earlier export read \S+ with --only schedules,groups\.$/m);
      assert.deepEqual(files.map(text), before);
      assert.ok((await again(...args, "--remove-unread")).code < 2);
      assert.notDeepEqual(
        ["schedules.ts", "groups.ts"].map((file) => has(file) && text(file)),
        [before[0], before[1]],
      );
    });
  }

  it("says how a copy on an instance with documented operations can send e-mail, and keeps its settings", async () => {
    const file = workspace.read("instances.yaml");
    workspace.write("instances.yaml", `${file}prod: { baseUrl: "https://prod.example.com" }\n`);
    assert.match(text("README.md"), /^\$ pulumi config set platform:mail muted --stack STACK$/m);
    assert.doesNotMatch(text("README.md"), /platform:mail: muted/);
    assert.match(text("README.md"), /The preview of any other stack fails without it\./);
    assert.equal((await again()).code, 0);
    const said = /Pulumi cannot enable a schedule later\./;
    assert.match(text("Pulumi.prod.yaml"), said);
    assert.match(text("Pulumi.prod.yaml"), /platform:mail: muted/);
    assert.match(text("README.md"), /say `platform:mail: muted`, .*: prod\.$/m);
    assert.match(text("README.md"), new RegExp(`^prod: .*${said.source}`, "m"));
    assert.doesNotMatch(text("Pulumi.source.yaml"), said);
    workspace.write("instances.yaml", file);
    assert.equal((await again()).code, 0);
    assert.match(text("Pulumi.prod.yaml"), /platform:mail: muted/);
    assert.doesNotMatch(text("README.md"), said);
  });

  it("reads more without a question", async () => {
    assert.equal((await workspace.export("source", "--only", "schedules,groups")).code, 0);
    const { code, out } = await workspace.export("source", "--datasets", "d1", "--cards", "");
    assert.ok(code < 2, out);
    assert.ok(has("groups.ts") && has("schedules.ts"));
  });
});
