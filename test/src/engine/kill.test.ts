import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { schedules, weekly } from "./declarations";
import type { Stack } from "./stack";
import { stackOn } from "./hosted";

/** Whose death interrupts a run. */
const victims = ["engine", "provider", "both"] as const;

describe("a run of creates that is killed in the middle", () => {
  let platform: Simulator;
  let stack: Stack;

  beforeEach(async () => {
    platform = await startSimulator({ profile: "extended", latencyMs: 100 });
    stack = await stackOn("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
    });
    stack.declare(schedules(30));
    await stack.ok("config", "set", "platform:writeDeadlineSeconds", "3");
  });
  afterEach(async () => {
    await platform.close();
    stack.remove();
  });

  for (const victim of victims) {
    it(`is finished by the next run without a duplicate when the ${victim} died`, async () => {
      const killed = stack.kill(victim, () => platform.state.schedules.length >= 10);
      assert.notEqual((await stack.pulumi("up", "--yes", "--skip-preview")).code, 0);
      await killed;
      await stack.recover();
      await stack.ok("up", "--yes", "--skip-preview");
      const titles = platform.state.schedules.map(({ title }) => title);
      assert.equal(new Set(titles).size, 30);
      assert.equal(titles.length, 30);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });
  }

  it("finishes what is under way when a terminal sends Ctrl-C to all of it", async () => {
    const running = stack.pulumi("up", "--yes", "--skip-preview");
    while (platform.state.schedules.length < 10) await new Promise(setImmediate);
    const { engine, providers } = stack.running();
    for (const pid of [engine, ...providers]) process.kill(pid, "SIGINT");
    assert.notEqual((await running).code, 0);
    const { pending_operations: pending } = await stack.deployment();
    assert.deepEqual(pending ?? [], []);
    assert.equal(platform.state.schedules.length, Object.keys(await stack.state()).length);
    await stack.ok("up", "--yes", "--skip-preview");
    assert.equal(platform.state.schedules.length, 30);
  });
});

describe("a killed run of schedules that only their recipients tell apart, in extended operations", () => {
  const recipientsOf = (platform: Simulator) =>
    platform.state.schedules.map(({ schedule }) => schedule.additionalRecipients[0]?.value);

  it("is continued by the next run, without a duplicate", async () => {
    const platform = await startSimulator({ profile: "extended", latencyMs: 100 });
    const stack = await stackOn("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
    });
    try {
      stack.declare(
        schedules(30).map((one, index) => {
          const { schedule } = weekly().args;
          const value = `reader-${index}@example.com`;
          const additionalRecipients = [{ type: "EMAIL", value }];
          const args = { ...weekly().args, schedule: { ...schedule, additionalRecipients } };
          return { ...one, args };
        }),
      );
      await stack.ok("config", "set", "platform:writeDeadlineSeconds", "3");
      const killed = stack.kill("both", () => platform.state.schedules.length >= 15);
      assert.notEqual((await stack.pulumi("up", "--yes", "--skip-preview")).code, 0);
      await killed;
      await stack.recover();
      await stack.ok("up", "--yes", "--skip-preview");
      assert.equal(platform.state.schedules.length, 30);
      assert.equal(new Set(recipientsOf(platform)).size, 30);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    } finally {
      await platform.close();
      stack.remove();
    }
  });
});
