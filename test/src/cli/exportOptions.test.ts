import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { Workspace } from "../roundTrip/workspace";
import { group, schedule } from "./twoInstances";

describe("the options of pulumi-platform export into the same folder again", () => {
  let source: Simulator;
  let workspace: Workspace;
  beforeEach(async () => {
    source = await startSimulator({ profile: "extended" });
    source.state.grants.manageAllContent = true;
    source.state.schedules = [schedule(1, "Costs"), schedule(2, "Sales", { viewId: 3002 })];
    source.state.groups = [group(7, "Analysts")];
    const other = { url: "https://other.example.com", token: "token" };
    workspace = new Workspace({ source, other }, { operations: "extended", scheduleFilter: "ALL" });
    assert.equal((await again("--only", "schedules,groups")).code, 0);
  });
  afterEach(async () => {
    workspace.remove();
    await source.close();
  });

  const again = (...args: string[]) => workspace.export("source", ...args);
  const text = (file: string) => workspace.read(`source/${file}`);
  const edit = (file: string, from: string, to: string) => {
    assert.ok(text(file).includes(from), `${file} has ${from}`);
    workspace.write(`source/${file}`, text(file).replace(from, to));
  };
  const record = ".export/export.json";
  const everything = () => ["schedules.ts", "groups.ts", "Pulumi.source.yaml", record].map(text);

  for (const args of [[], ["--keep", "program"], ["--remove-unread"]]) {
    it(`exports no other instance into the folder ${args.join(" ")}`, async () => {
      const before = everything();
      const out = ["--out", "source", "--packages", "packages"];
      const { code, err } = await workspace.run("export", "other", ...out, ...args);
      assert.equal(code, 2);
      assert.match(err, /^pulumi-platform: [^\n]+\n$/);
      assert.ok(err.includes(`has the program of ${source.url}, and this export reads`), err);
      assert.deepEqual(everything(), before);
    });
  }

  it("exports the same instance with another address once somebody says so in the record", async () => {
    const moved = source.url.replace("127.0.0.1", "localhost");
    assert.notEqual(moved, source.url);
    workspace.write("instances.yaml", workspace.read("instances.yaml").replace(source.url, moved));
    const { code, err } = await again();
    assert.equal(code, 2);
    assert.match(err, /replace it in source\/\.export\/export\.json\./);
    edit(record, source.url, moved);
    assert.equal((await again()).code, 0);
    assert.ok(text("Pulumi.source.yaml").includes(moved));
  });

  it("knows the same instance by an address with a slash at its end", async () => {
    const { url } = source;
    workspace.write("instances.yaml", workspace.read("instances.yaml").replace(url, `${url}/`));
    const { code, err } = await again();
    assert.equal(code, 0, err);
  });

  const others: [string, string[], () => void][] = [
    ["language", ["--language", "yaml"], () => undefined],
    ["provider", ["--provider", "dynamic"], () => undefined],
    [
      "split where somebody changed a file",
      ["--split-by", "page"],
      () => edit("schedules.ts", 'title: "Costs"', 'title: "Mine"'),
    ],
  ];
  for (const [what, args, prepare] of others) {
    it(`refuses another ${what}, and names another folder as the way`, async () => {
      prepare();
      const before = everything();
      const { code, err } = await again(...args, "--keep", "instance", "--remove-unread");
      assert.equal(code, 2);
      assert.match(err, new RegExp(`has ${args[0]} \\w+.*Leave out ${args.join(" ")}, or choose`));
      assert.deepEqual(everything(), before);
    });
  }

  it("refuses to lose the fields that documented operations do not show", async () => {
    const file = workspace.read("instances.yaml");
    workspace.write("instances.yaml", file.replace("extended", "documented"));
    const { code, err } = await again();
    assert.equal(code, 2);
    assert.match(err, /Set operations to extended/);
  });

  it("continues with the options and the packages of the earlier export", async () => {
    workspace.write("cards.txt", "1\n");
    const first = ["--only", "schedules,groups,certifications", "--cards", "cards.txt"];
    const options = ["--language", "yaml", "--stack", "ours", "--packages", "packages"];
    const out = ["--out", "projects/yaml"];
    assert.ok((await workspace.run("export", "source", ...out, ...first, ...options)).code < 2);
    assert.deepEqual(
      (JSON.parse(workspace.read(`projects/yaml/${record}`)) as { source: object }).source,
      {
        address: source.url,
        operations: "extended",
        scheduleFilter: "ALL",
        wanted: { only: first[1], cards: "../../cards.txt" },
      },
    );
    source.state.schedules.push(schedule(3, "Stock"));
    const { code, err } = await workspace.run("export", "source", ...out);
    assert.ok(code < 2, err);
    const folder = join(workspace.folder, "projects/yaml");
    assert.match(workspace.read("projects/yaml/Pulumi.yaml"), /title: "Stock"/);
    assert.ok(!existsSync(join(folder, "index.ts")));
    assert.ok(!existsSync(join(folder, "Pulumi.source.yaml")));
    assert.match(workspace.read("projects/yaml/README.md"), /pulumi stack init ours/);
  });
});
