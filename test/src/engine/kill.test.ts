import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { isGone } from "../faults/killing";
import { PowerCut } from "../faults/powerCut";
import { noCheckpoints } from "../faults/workspace";
import { everySecond, isWhole, onlyWhole } from "../harness/sampled";
import { entryNames } from "../harness/session";
import { schedules, weekly } from "./declarations";
import { end, victims } from "./stack";
import type { Stack } from "./stack";
import { stackOn } from "./hosted";

const size = 30;
const up = ["up", "--yes", "--skip-preview"] as const;

/** Whether the engine stores what it did before the run ends: one of each, as each run takes seconds. */
const runs = [
  { entry: "dynamic", stores: true },
  { entry: "plugin", stores: false },
] as const;

for (const { entry, stores } of runs)
  describe(`a run of creates that is killed in the middle, ${stores ? "with" : "without"} checkpoints, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: Stack;

    beforeEach(async () => {
      platform = await startSimulator({ profile: "extended", latencyMs: 100 });
      stack = await stackOn(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        ...(stores ? {} : noCheckpoints),
      });
      stack.declare(schedules(size));
      await stack.ok("config", "set", "platform:writeDeadlineSeconds", "3");
    });
    afterEach(async () => {
      await platform.close();
      stack.remove();
    });

    /** Runs until a third is there, then does this to it, and takes the engine's lock away. */
    async function interrupt(by: () => void | Promise<void>): Promise<void> {
      const run = stack.pulumi(...up);
      while (platform.state.schedules.length < size / 3) await sleep(5);
      await by();
      assert.notEqual((await run).code, 0);
      await stack.recover();
    }

    async function isFinishedByTheNextRun(): Promise<void> {
      await stack.ok(...up);
      const titles = platform.state.schedules.map(({ title }) => title);
      assert.equal(new Set(titles).size, size);
      assert.equal(titles.length, size);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    }

    // A sample ends both through one entry and the provider through the other; the fault matrix ends each at every moment.
    const sample = entry === "dynamic" ? "both" : "provider";
    for (const victim of victims.filter((one) => isWhole || one === sample)) {
      it(`is finished by the next run without a duplicate when the ${victim} died`, async () => {
        await interrupt(() => end(victim, stack.running()));
        const stored = Object.keys(await stack.state()).length;
        // An engine that lives stores what it did, also after an error.
        assert.equal(stored > 0, stores || victim === "provider");
        await isFinishedByTheNextRun();
      });
    }

    // Without checkpoints, only the journal tells what was done.
    const onPowerCut = stores ? onlyWhole : it;
    onPowerCut(
      "is finished by the next run when a power cut left only what was synced",
      async () => {
        const { folder, env } = stack;
        const power = new PowerCut(join(folder, "home"), "platform", join(folder, "syncs"));
        Object.assign(env, power.environment);
        power.start();
        await interrupt(async () => {
          const running = stack.running();
          end("both", running);
          for (const provider of running.providers) assert.ok(await isGone(provider, 5_000));
          power.cut();
        });
        await isFinishedByTheNextRun();
      },
    );

    const onCtrlC = stores ? it : onlyWhole;
    onCtrlC("finishes what is under way when a terminal sends Ctrl-C to all of it", async () => {
      await interrupt(() => {
        const { engine, providers } = stack.running();
        for (const pid of [engine, ...providers]) process.kill(pid, "SIGINT");
      });
      const { pending_operations: pending } = await stack.deployment();
      assert.deepEqual(pending ?? [], []);
      assert.equal(platform.state.schedules.length, Object.keys(await stack.state()).length);
      await isFinishedByTheNextRun();
    });
  });

for (const operations of everySecond(["documented", "extended"] as const))
  describe(`a killed run of schedules that only their recipients tell apart, in ${operations} operations`, () => {
    const recipientsOf = (platform: Simulator) =>
      platform.state.schedules.map(({ schedule }) => schedule.additionalRecipients[0]?.value);

    it("is continued by the next run, without a duplicate", async () => {
      const platform = await startSimulator({ profile: "extended", latencyMs: 100 });
      const stack = await stackOn("dynamic", {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: operations,
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
        const run = stack.pulumi(...up);
        while (platform.state.schedules.length < 15) await sleep(5);
        end("both", stack.running());
        assert.notEqual((await run).code, 0);
        await stack.recover();
        await stack.ok(...up);
        assert.equal(platform.state.schedules.length, 30);
        assert.equal(new Set(recipientsOf(platform)).size, 30);
        assert.deepEqual(await stack.steps("preview", "--refresh"), []);
      } finally {
        await platform.close();
        stack.remove();
      }
    });
  });
