import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { runs } from "../harness/lives/sampled";
import { Workspace } from "../roundTrip/workspace";
import { schedule } from "./twoInstances";

const count = 30;
const pages = "/reportschedules$";

describe("export of an instance that makes it hard", () => {
  let source: Simulator;
  let workspace: Workspace;
  const start = async (operations: "extended" | "documented", schedules: number) => {
    // Several pages, and the same title for all.
    source = await startSimulator({ profile: operations, pageCap: 10 + schedules / 20 });
    source.state.grants.manageAllContent = true;
    source.state.schedules = Array.from({ length: schedules }, (_, n) =>
      schedule(1000 + n, "Weekly sales", { viewId: 3000 + n }),
    );
    workspace = new Workspace({ source }, { operations, scheduleFilter: "ALL" });
  };
  afterEach(async () => {
    workspace.remove();
    await source.close();
  });

  const run = () => workspace.export("source", "--only", "schedules");
  const names = () =>
    [...workspace.read("source/schedules.ts").matchAll(/ReportSchedule\(\s+"(.*)",/g)].map(
      ([, name]) => name,
    );

  it("gives schedules with the same title different names", async () => {
    await start("extended", count);
    assert.equal((await run()).code, 0);
    assert.equal(new Set(names()).size, count);
    assert.deepEqual([names()[0], names()[count - 1]], ["weekly-sales", `weekly-sales-${count}`]);
  });

  it("exports thousands of schedules", async () => {
    const many = runs(3_000, 10_000);
    await start("documented", many);
    const { code, out, err } = await run();
    assert.equal(code, 0, `${out}\n${err}`);
    assert.equal(new Set(names()).size, many);
  }).timeout(120_000);

  it("counts no gap because a long list takes long, and says that it waits", async () => {
    await start("extended", count);
    source.fault({ kind: "delay", delayMs: 3_000, path: pages, times: 4 });
    const { code, out, err } = await run();
    assert.equal(code, 0, out);
    assert.match(err, /^Waiting for the end of a long list .* pages so far, for \d+ s\.$/m);
  }).timeout(60_000);

  for (const seed of [1, 2, 3]) {
    it(`lacks nothing without saying so where the list shifts while it is read, seed ${seed}`, async () => {
      await start("extended", count);
      source.fault({ kind: "unstable-order", path: pages, seed, times: 0 });
      const { code, out } = await run();
      const isSaid = code === 1 && out.includes("objects may be missing");
      assert.ok(isSaid || (code === 0 && names().length === count), `${names().length}: ${out}`);
    });
  }

  it("finds what moved between two pages in its second list", async () => {
    await start("extended", count);
    const [first] = source.state.schedules;
    assert.ok(first);
    source.fault({ kind: "delay", delayMs: 300, path: pages, skip: 1, times: 1 });
    const running = run();
    while (!source.calls.some(({ path }) => path.endsWith("reportschedules"))) await sleep(10);
    source.state.schedules = source.state.schedules.slice(1);
    const { code, err } = await running;
    assert.ok(code <= 1, err);
    const left = source.state.schedules.map(({ viewId }) => viewId);
    const text = workspace.read("source/schedules.ts");
    assert.deepEqual(
      left.filter((viewId) => !text.includes(`ids.view(${viewId})`)),
      [],
    );
  });

  it("writes no program where the reader loses its rights between two pages", async () => {
    await start("extended", count);
    source.fault({ kind: "status", status: 403, path: pages, skip: 1, times: 0 });
    const { code, err } = await run();
    assert.equal(code, 2);
    assert.match(err, /^pulumi-platform: .*403.*\n$/);
    assert.ok(!existsSync(join(workspace.folder, "source", "schedules.ts")));
  });

  it("leaves nothing behind after Ctrl-C, and exports everything the next time", async () => {
    await start("extended", count);
    source.fault({ kind: "delay", delayMs: 200, path: "/reportschedules/\\d+$", times: 0 });
    const stop = new AbortController();
    const args = ["--out", "source", "--packages", "packages", "--only", "schedules"];
    const running = workspace.runUntil(stop.signal, "export", "source", ...args);
    const fetched = () => source.calls.filter(({ path }) => /schedules\/\d+$/.test(path)).length;
    while (fetched() < count / 2) await sleep(10);
    stop.abort();
    await running;
    assert.ok(!existsSync(join(workspace.folder, "source")));
    source.clearFaults();
    const { code, err } = await run();
    assert.equal(code, 0, err);
    assert.equal(names().length, count);
  });
});
