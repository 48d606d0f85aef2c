import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { schedules } from "../engine/stacks/declarations";
import type { Stack } from "../engine/stacks/stack";
import { stackOn } from "../engine/stacks/hosted";

/** What the engine itself notes of operations that it began and never saw the end of. */
const pending = async (stack: Stack) =>
  ((await stack.deployment()).pending_operations ?? []).map(({ type }) => type);

describe("operations that the engine was killed in", () => {
  let platform: Simulator;
  let stack: Stack;

  before(async () => {
    platform = await startSimulator({ profile: "extended", latencyMs: 100 });
    stack = await stackOn("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
    });
    stack.declare(schedules(20));
    const killed = stack.kill("engine", () => platform.state.schedules.length >= 5);
    assert.notEqual((await stack.pulumi("up", "--yes", "--skip-preview")).code, 0);
    await killed;
    await stack.recover();
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });

  it("do not keep the next update from finishing the work, with each object once", async () => {
    const begun = await pending(stack);
    assert.ok(begun.length > 0);
    assert.deepEqual([...new Set(begun)], ["creating"]);
    await stack.ok("up", "--yes", "--skip-preview");
    const titles = platform.state.schedules.map(({ title }) => title);
    assert.equal(titles.length, 20);
    assert.equal(new Set(titles).size, 20);
  });

  it("stay in the engine's own notes until a refresh clears them, which changes nothing else", async () => {
    assert.notDeepEqual(await pending(stack), []);
    const before = await stack.state();
    platform.calls.length = 0;
    await stack.ok("refresh", "--clear-pending-creates", "--yes", "--skip-preview");
    assert.deepEqual(await pending(stack), []);
    const ids = (state: typeof before) => Object.values(state).map(({ id }) => id);
    assert.deepEqual(ids(await stack.state()), ids(before));
    assert.deepEqual(
      platform.calls.filter(({ method }) => method !== "GET"),
      [],
    );
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });
});
