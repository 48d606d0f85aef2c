import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { dataset } from "../engine/stacks/declarations";
import { copyOf, group, idOnProd, rightMap, schedule, share, TwoInstances } from "./twoInstances";

type Sections = Record<string, Record<string, unknown>>;

interface Printed {
  open: { kind: string; id: string | number; candidates: unknown[]; usedBy: string[] }[];
  kept: unknown[];
  created: string[];
  gaps: string[];
}

describe("pulumi-platform map", () => {
  let two: TwoInstances;
  beforeEach(async () => {
    two = await TwoInstances.start();
    const { dev, prod } = two;
    const user = (value: string) => ({ type: "USER", value });
    const toGroup = { type: "GROUP", value: "5000000001" };
    dev.state.groups = [group(5_000_000_001, "Analysts")];
    dev.state.schedules = [
      schedule(11, "Weekly sales", { schedule: { additionalRecipients: [user("42"), toGroup] } }),
      schedule(12, "Monthly review", {
        ...{ pageId: 1002, viewId: 2002 },
        schedule: { additionalRecipients: [user("42"), user("43")] },
      }),
      schedule(13, "A single card", { pageId: 0, viewId: 2003 }),
    ];
    dev.state.shares = [share(dataset, "USER", "42")];
    copyOf(dev.state, prod.state);
  });
  afterEach(async () => {
    assert.deepEqual(two.writes(), [], "nothing writes");
    await two.close();
  });

  const withoutGroups = () => {
    two.prod.state.groups = [];
    for (const { schedule: timing } of two.prod.state.schedules) {
      timing.additionalRecipients = timing.additionalRecipients.filter(
        ({ type }) => type !== "GROUP",
      );
    }
  };
  const file = (): Sections => JSON.parse(text("map.json")) as Sections;
  const text = (name: string) => readFileSync(join(two.folder, name), "utf8");
  const idsOfStack = () =>
    (parse(text("Pulumi.prod.yaml")) as { config: Record<string, Sections> }).config[
      "reports:ids"
    ] ?? {};
  const map = (...args: string[]) => two.run("map", "dev", "prod", "--out", "map.json", ...args);
  const printed = async (...args: string[]) =>
    JSON.parse((await map("--json", ...args)).out) as Printed;
  const named = ["--datasets", dataset];

  it("finds pages, views, users and groups, and leaves datasets to people", async () => {
    const right = rightMap(two.dev.state);
    const { code, out } = await map(...named);
    assert.equal(code, 1);
    const { $open, $from, $to, ...sections } = file();
    const { dev, prod } = two;
    const sides = [$from, $to];
    assert.deepEqual(sides, [
      { name: "dev", address: dev.url },
      { name: "prod", address: prod.url },
    ]);
    assert.deepEqual(sections, {
      pages: { "1001": 7001, "1002": 7002 },
      views: right.views,
      datasets: { [dataset]: null },
      users: right.users,
      groups: { "5000000001": "5001000001" },
    });
    assert.deepEqual($open, {
      [`dataset ${dataset}`]: { candidates: [], usedBy: [`share of dataset ${dataset}`] },
    });
    assert.match(out, /^map\.json: 8 of 9 ids are known\.$/m);
    assert.match(out, /^ {2}dataset .+: used by share of dataset .+; no candidates$/m);
  });

  it("ends with 0 when people have filled in the rest, and diff then says equal", async () => {
    await map(...named);
    const { $open, ...sections } = file();
    assert.ok($open !== undefined);
    two.write("map.json", { ...sections, datasets: { [dataset]: idOnProd.dataset(dataset) } });
    const { code, out } = await map(...named);
    assert.equal(code, 0, out);
    assert.equal(file().datasets?.[dataset], idOnProd.dataset(dataset));
    const only = ["--only", "schedules,groups,shares"];
    const { rows } = await two.diff("dev", "prod", "--map", "map.json", ...named, ...only);
    assert.deepEqual(rows, []);
  });

  it("refuses a file for the other direction, and for other instances, as diff does", async () => {
    await map(...named);
    const before = text("map.json");
    const swapped =
      /map\.json has the ids on prod \(http.+\) for those on dev \(http.+\)\. Swap prod and dev, or use another file\.$/;
    await assert.rejects(two.run("map", "prod", "dev", "--out", "map.json"), swapped);
    await assert.rejects(two.run("diff", "prod", "dev", "--map", "map.json"), swapped);
    assert.equal(text("map.json"), before);
    two.write("map.json", { ...file(), $to: { name: "test", address: "https://test.example" } });
    await assert.rejects(map(), /has the ids on test .+ for those on dev .+\. Use another file\.$/);
  });

  it("says where the file has one id for several", async () => {
    two.write("map.json", { pages: { "1001": 7001, "9": 7001 } });
    assert.match(
      (await map()).out,
      /^map\.json has one id for several ids: page 7001 for 9, 1001\./m,
    );
  });

  it("writes the same file again while nothing changes", async () => {
    await map(...named);
    const first = text("map.json");
    two.prod.state.schedules.reverse();
    await map(...named);
    assert.equal(text("map.json"), first);
  });

  it("keeps what people filled in, also ids that no object has, and says where objects tell otherwise", async () => {
    two.write("map.json", {
      views: { "2001": 9 },
      streams: { "4021": 5021 },
      users: { "43": null },
    });
    const { kept } = await printed();
    assert.deepEqual(kept, [{ kind: "view", id: 2001, value: 9, found: 72001 }]);
    const { views, streams, users } = file();
    assert.deepEqual(views, { "2001": 9, "2002": 72002, "2003": 72003 });
    assert.deepEqual(streams, { "4021": 5021 });
    assert.deepEqual(users, rightMap(two.dev.state).users);
    assert.match((await map()).out, /^ {2}view 2001: 9, not 72001$/m);
  });

  it("lists the candidates of what schedules with the same title leave open", async () => {
    two.dev.state.schedules.push(
      schedule(14, "Twin", { pageId: 1003, viewId: 2004 }),
      schedule(15, "Twin", { pageId: 1004, viewId: 2005 }),
    );
    copyOf(two.dev.state, two.prod.state);
    const { open } = await printed();
    assert.deepEqual(
      open.map(({ kind, id, candidates }) => [kind, id, candidates]),
      [
        ["page", 1003, [7003, 7004]],
        ["page", 1004, [7003, 7004]],
        ["view", 2004, [72004, 72005]],
        ["view", 2005, [72004, 72005]],
      ],
    );
    const { $open } = file();
    assert.deepEqual($open?.["page 1003"], {
      candidates: [7003, 7004],
      usedBy: ['report schedule "Twin"'],
    });
    two.write("map.json", { pages: { "1003": 7003 } });
    assert.deepEqual((await printed()).open, [], "one of the twins tells the other");
  });

  describe("where the ids are the same on both", () => {
    beforeEach(() => {
      for (const part of ["schedules", "groups", "shares"] as const) {
        Object.assign(two.prod.state, { [part]: structuredClone(two.dev.state[part]) });
      }
    });
    const same = (...args: string[]) => map("--same-ids", ...args);

    it("takes each id as it is, and says which it could not look for", async () => {
      two.prod.state.schedules = [];
      const { code, out } = await same("--only", "schedules,groups");
      assert.equal(code, 0, out);
      assert.deepEqual(file().pages, { "1001": 1001, "1002": 1002 });
      assert.deepEqual(file().groups, { "5000000001": "5000000001" });
      assert.match(out, /^Not checked, because no call shows them: 2 pages, 3 views, 2 users\.$/m);
    });

    it("leaves open what the other instance does not have", async () => {
      two.prod.state.groups = [group(5_000_000_009, "Another")];
      for (const operations of ["extended", "documented"]) {
        two.operations("extended", operations);
        const { code, out } = await same("--only", "schedules");
        assert.equal(code, 1, out);
        assert.deepEqual(file().groups, { "5000000001": null });
        assert.match(out, /^  group 5000000001: .*; does not exist there$/m);
      }
    });
  });

  it("does not ask for groups that the program creates", async () => {
    withoutGroups();
    const { created, open } = await printed();
    assert.deepEqual([created, open], [['group "Analysts"'], []]);
    assert.equal(file().groups, undefined);
    const only = await printed("--only", "schedules");
    assert.deepEqual(
      only.open.map(({ kind, id }) => [kind, id]),
      [["group", "5000000001"]],
    );
    assert.match((await map()).out, /^Not there yet: group "Analysts"\./m);
  });

  it("does not say that it could not read what nobody asked for", async () => {
    assert.match((await printed()).gaps.join("\n"), /^prod: shares: /m);
    assert.deepEqual((await printed("--only", "schedules,groups")).gaps, []);
  });

  it("advises no option that is given", async () => {
    const gaps = (await printed(...named)).gaps.join("\n");
    assert.match(gaps, /^prod: certifications: .+ Name them with --cards\.$/m);
  });

  it("does not take a group for missing where the groups could not be read", async () => {
    withoutGroups();
    two.prod.fault({ path: "/grouplist$", kind: "status", status: 403, times: 0 });
    const { created, open, gaps } = await printed();
    assert.deepEqual([created, open.length], [[], 1]);
    assert.ok(
      gaps.some((gap) => gap.startsWith("prod: groups: ")),
      gaps.join("\n"),
    );
  });

  it("finds what there is with documented operations", async () => {
    two.operations("documented");
    const { code } = await map("--only", "schedules");
    assert.equal(code, 0);
    const { pages, views } = rightMap(two.dev.state);
    const { $from, $to, ...sections } = file();
    assert.ok($from !== undefined && $to !== undefined);
    assert.deepEqual(sections, {
      pages: { "1001": pages?.["1001"], "1002": pages?.["1002"] },
      views,
    });
  });

  it("leaves every id as it is where both names mean the same instance", async () => {
    const { code } = await two.run("map", "dev", "dev", "--out", "map.json", ...named);
    assert.equal(code, 0);
    const { pages, datasets } = file();
    assert.deepEqual([pages, datasets], [{ "1001": 1001, "1002": 1002 }, { [dataset]: dataset }]);
  });

  it("writes the known ids as settings of a stack, and keeps the comments there", async () => {
    two.write("Pulumi.yaml", "name: reports\nruntime: yaml\n");
    two.write("Pulumi.prod.yaml", "# ours\nconfig:\n  platform:mail: muted # for now\n");
    const { out } = await map("--stack", "prod", ...named);
    const settings = text("Pulumi.prod.yaml");
    assert.match(settings, /^# ours\nconfig:\n {2}platform:mail: muted # for now\n/);
    assert.deepEqual(parse(settings), {
      config: {
        "platform:mail": "muted",
        "reports:ids": {
          pages: { "1001": 7001, "1002": 7002 },
          views: { "2001": 72001, "2002": 72002, "2003": 72003 },
          datasets: { [dataset]: null },
          users: { "42": "942", "43": "943" },
          groups: { "5000000001": "5001000001" },
        },
      },
    });
    assert.match(out, /^Pulumi\.prod\.yaml has the known ids\.$/m);
    assert.match(out, /The preview of a YAML program fails until all ids are known\.$/m);
    await map("--stack", "prod", ...named);
    assert.equal(text("Pulumi.prod.yaml"), settings);
  });

  it("leaves an open id without a value in the settings, so that the preview of a YAML program fails", async () => {
    two.write("Pulumi.yaml", "name: reports\nruntime: yaml\n");
    two.prod.state.schedules = [];
    await map("--stack", "prod");
    assert.deepEqual(idsOfStack().pages?.["1001"], null);
    assert.deepEqual(idsOfStack().users?.["42"], null);
    two.write("map.json", { pages: { "1001": 7001 } });
    await map("--stack", "prod");
    assert.equal(idsOfStack().pages?.["1001"], 7001);
  });

  it("writes no ids of one instance into the settings of a stack of another one", async () => {
    two.write("Pulumi.yaml", "name: reports\nruntime: yaml\n");
    const settings = "config:\n  platform:baseUrl: https://staging.example.com\n";
    two.write("Pulumi.staging.yaml", settings);
    await assert.rejects(
      map("--stack", "staging"),
      /Pulumi\.staging\.yaml is for https:\/\/staging\.example\.com, and the ids are those of prod/,
    );
    assert.equal(text("Pulumi.staging.yaml"), settings);
    two.write("Pulumi.prod.yaml", `config:\n  platform:baseUrl: ${two.prod.url}/\n`);
    await map("--stack", "prod");
  });

  it("creates the settings of a stack that has none, and needs a project for them", async () => {
    await assert.rejects(map("--stack", "prod"), /has a Pulumi\.yaml/);
    two.write("Pulumi.yaml", "name: reports\nruntime: yaml\n");
    await map("--stack", "acme/reports/prod");
    assert.equal(idsOfStack().pages?.["1001"], 7001);
  });
});
