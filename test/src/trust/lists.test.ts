import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { reportSchedule } from "../../../provider/dist/resources/reportSchedule/reportSchedule";
import type { Lifecycle } from "../../../provider/dist/lifecycle/lifecycle";
import { weekly } from "../engine/stacks/declarations";
import { lifecycleOn } from "../provider/provider";
import { call, schedulesPath } from "../simulator/client";

const title = (index: number) => `Report ${String(index).padStart(5, "0")}`;

describe("a list of many pages", () => {
  let platform: Simulator;

  /** An instance with that many schedules, by title in the order of their ids. */
  async function instance(count: number, pageCap: number): Promise<void> {
    platform = await startSimulator({ profile: "extended", pageCap });
    await call(platform, "POST", schedulesPath, { ...weekly().args, title: title(0) });
    const [first] = platform.state.schedules;
    assert.ok(first);
    for (let index = 1; index < count; index++) {
      platform.state.schedules.push({
        ...structuredClone(first),
        id: Number(first.id) + index,
        title: title(index),
      });
    }
    platform.calls.length = 0;
  }
  const idOf = (index: number) => String(platform.state.schedules[index]?.id);
  const provider = (operations: string) => lifecycleOn(platform, { operations });
  const read = (lifecycle: Lifecycle, id: string) =>
    lifecycle.read({
      resource: reportSchedule,
      id,
      state: { ...weekly().args, ownerId: String(platform.state.user) },
    });
  /** Does something to the instance between the first page and the second, which waits for it. */
  const betweenPages = async (change: () => void) => {
    platform.fault({ kind: "delay", delayMs: 300, skip: 1, path: "/reportschedules$" });
    while (platform.calls.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    change();
  };

  afterEach(() => platform.close());

  it("is read to its end: the last of 12,001 is found", async () => {
    await instance(12_001, 500);
    const found = await read(provider("documented"), idOf(12_000));
    assert.equal(found?.inputs.title, title(12_000));
    assert.equal(platform.calls.length, 26);
  });

  for (const operations of ["documented", "extended"]) {
    it(`loses nothing that a delete moves to a page that was read already (${operations})`, async () => {
      await instance(5, 2);
      const [id, lifecycle] = [idOf(2), provider(operations)];
      const reading = read(lifecycle, id);
      await betweenPages(() => platform.state.schedules.shift());
      assert.equal((await reading)?.inputs.title, title(2));
    });

    it(`takes nothing twice that a create moves to a page that is still to come (${operations})`, async () => {
      await instance(5, 2);
      const [id, lifecycle] = [idOf(4), provider(operations)];
      const reading = read(lifecycle, id);
      const [first] = platform.state.schedules;
      assert.ok(first);
      await betweenPages(() => platform.state.schedules.push({ ...first, id: 1, title: "A" }));
      assert.equal((await reading)?.inputs.title, title(4));
    });
  }
});

describe("a create that is refused although it was done", () => {
  it("is not done again: the next run stops at the object, and names it", async () => {
    const platform = await startSimulator({ profile: "extended" });
    const create = () =>
      lifecycleOn(platform).create({
        resource: reportSchedule,
        inputs: weekly().args,
      });
    try {
      platform.fault({ kind: "status", status: 409, moment: "after", method: "POST" });
      await assert.rejects(create(), { code: "conflict" });
      await assert.rejects(create(), {
        code: "duplicate_exists",
        message: new RegExp(`adopt: "${platform.state.schedules[0]?.id}"`),
      });
      assert.equal(platform.state.schedules.length, 1);
    } finally {
      await platform.close();
    }
  });
});
