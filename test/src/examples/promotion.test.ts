import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { cliWith } from "../cli/command";
import { root, Stack } from "../engine/stacks/stack";
import { onlyWhole } from "../harness/lives/sampled";

const apply = ["--yes", "--skip-preview"];

describe("the two stacks of the example promote-to-production", () => {
  let dev: Simulator;
  let prod: Simulator;
  let stack: Stack;

  before(async () => {
    dev = await startSimulator({ profile: "extended", token: "token-of-dev" });
    prod = await startSimulator({ profile: "extended", token: "token-of-prod" });
    Object.assign(prod.state.lastIds, { schedule: 9_000_000_000, group: 8_000_000_000 });
    stack = new Stack({
      PLATFORM_TOKEN_DEV: dev.token,
      PLATFORM_TOKEN_PROD: prod.token,
      // `examples.test.ts` compiles the program.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    });
    cpSync(join(root, "examples", "promote-to-production"), stack.folder, {
      recursive: true,
      filter: (file) => !file.includes("node_modules"),
    });
    stack.remove("index.js");
    for (const file of ["instances.yaml", "Pulumi.dev.yaml", "Pulumi.prod.yaml", "index.ts"]) {
      edit(file, /https:\/\/dev\.example\.com/g, dev.url);
      edit(file, /https:\/\/prod\.example\.com/g, prod.url);
    }
    for (const name of ["dev", "prod"]) await stack.ok("stack", "init", name);
  });
  after(async () => {
    await Promise.all([dev.close(), prod.close()]);
    stack.remove();
  });
  beforeEach(() => {
    for (const { calls } of [dev, prod]) calls.length = 0;
  });
  afterEach(() => {
    assert.deepEqual([...dev.outbox, ...prod.outbox], []);
  });

  const edit = (file: string, part: RegExp, text: string) =>
    stack.write(file, readFileSync(join(stack.folder, file), "utf8").replace(part, text));
  const on = (name: "dev" | "prod", command: string, ...args: string[]) => {
    stack.env.PLATFORM_TOKEN = { dev, prod }[name].token;
    return stack.ok(command, "--stack", name, ...args);
  };
  const platform = async (...args: string[]) => {
    const env = Object.entries(stack.env).filter(([, value]) => value !== undefined);
    const settings = Object.fromEntries(env) as Record<string, string>;
    const { code, out, err } = await cliWith(settings, stack.folder, ...args);
    return { code, text: out + err };
  };
  const diff = (a = "dev", b = "prod") =>
    platform("diff", a, b, "--map", "map.prod.json", "--only", "schedules,groups");
  const writesTo = ({ calls }: Simulator) => calls.filter(({ method }) => method !== "GET").length;
  const hours = ({ state }: Simulator) => state.schedules.map(({ schedule }) => schedule.hourOfDay);
  const enabled = ({ state }: Simulator) => state.schedules.map(({ schedule }) => schedule.enabled);

  it("creates the reports on the development instance", async () => {
    await on("dev", "up", ...apply);
    assert.deepEqual(enabled(dev), [true, true]);
    assert.equal(writesTo(prod), 0);
  });

  it("copies them to production with its ids, without a write to the development instance and without e-mail", async () => {
    const mapped = await platform("map", "dev", "prod", "--out", "map.prod.json");
    assert.match(mapped.text, /^map\.prod\.json: 4 of 4 ids are known\./);
    await on("prod", "up", ...apply);
    assert.deepEqual(enabled(prod), [false, false]);
    assert.deepEqual(prod.state.schedules.map(({ pageId, viewId }) => [pageId, viewId]).sort(), [
      [7001, 8001],
      [7002, 8002],
    ]);
    const { code, text } = await diff();
    assert.match(text, /Found: 2 muted\. Equal: 1 group\.$/m);
    assert.equal(code, 0);
    assert.equal(writesTo(dev), 0);
  });

  it("goes live, and says in the preview how many people get e-mail, and from when on", async () => {
    await stack.ok("config", "set", "platform:mail", "live", "--stack", "prod");
    const preview = await on("prod", "preview");
    assert.match(
      preview,
      /ReportSchedule "[^"]+" will e-mail 1 recipient \([^)]+\) and its subscribers on every run, expected from \w+day [\d-]{10} \d\d:00 Europe\/Berlin on\./,
    );
    assert.equal(writesTo(prod), 0);
    await on("prod", "up", ...apply);
    assert.deepEqual(enabled(prod), [true, true]);
    const { code, text } = await diff();
    assert.match(text, /^dev and prod are equal\. Equal: 2 schedules, 1 group\.$/m);
    assert.equal(code, 0);
    assert.equal(writesTo(dev), 0);
  });

  onlyWhole("promotes a change", async () => {
    edit("index.ts", /hourOfDay: 8/, "hourOfDay: 7");
    await on("dev", "up", ...apply);
    assert.deepEqual([hours(dev).sort(), hours(prod).sort()], [[15, 7].sort(), [15, 8].sort()]);
    const { code, text } = await diff();
    assert.match(text, /^different +report schedule "Weekly sales" .+ schedule\.hourOfDay +7 +8$/m);
    assert.equal(code, 1);
    assert.equal((await diff("stack:prod", "prod")).code, 0);
    const writes = writesTo(dev);
    await on("prod", "up", ...apply);
    assert.deepEqual(hours(prod).sort(), hours(dev).sort());
    assert.equal((await diff()).code, 0);
    assert.equal(writesTo(dev), writes);
  });
});
