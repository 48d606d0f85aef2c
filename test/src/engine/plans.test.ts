import assert from "node:assert/strict";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { cliWith, commit, execute, git } from "../cli/command";
import { everySecond, onlyWhole } from "../harness/lives/sampled";
import { entries } from "../harness/sessions/session";
import { pluginStack, writes } from "../plugin/stack";
import { analysts, weekly } from "./stacks/declarations";
import { Stack } from "./stacks/stack";

const token = "canary-token-of-a-plan";
const at = (hourOfDay: number) => {
  const { args, ...one } = weekly();
  return { ...one, args: { ...args, schedule: { ...args.schedule, hourOfDay } } };
};

/** What the engine's own plan misses: it does not contain what somebody changes on the instance. */
// The command, and no provider, finds out what follows: a sample of both entries is enough.
for (const entry of everySecond(entries, 1)) {
  describe(`plan and apply on the real engine, with ${entry === "plugin" ? "the plugin" : "the dynamic resources"}`, () => {
    let simulator: Simulator;
    let stack: Stack;
    before(async () => {
      simulator = await startSimulator({ profile: "extended", token });
      const settings = {
        PLATFORM_BASE_URL: simulator.url,
        PLATFORM_TOKEN: token,
        PLATFORM_OPERATIONS: "extended",
        PLATFORM_PLAN_PASSPHRASE: "a long passphrase of a test",
        PULUMI_STACK: "test",
      };
      stack = entry === "plugin" ? pluginStack(settings) : new Stack(settings);
      stack.write(".gitignore", "/node_modules\n/state/\n/home/\n/plan/\n/events.json\n");
      stack.declare([weekly()]);
      await stack.ok("stack", "--show-name");
      await git(stack.folder, "init", "--quiet");
      await commit(stack.folder);
    });
    after(async () => {
      await simulator.close();
      stack.remove();
    });

    const env = () =>
      Object.fromEntries(
        Object.entries(stack.env).filter(([, value]) => value !== undefined),
      ) as Record<string, string>;
    const run = (...args: string[]) => cliWith(env(), stack.folder, ...args);
    const ok = async (...args: string[]) => {
      const { code, out, err } = await run(...args);
      assert.equal(code, 0, out + err);
      return out;
    };
    const hours = () => simulator.state.schedules.map(({ schedule }) => schedule.hourOfDay);

    it("creates what was planned", async () => {
      assert.match(
        await ok("plan", "--out", "plan"),
        /extended operations, commit \w+: 1 to create\./,
      );
      assert.deepEqual(writes(simulator), []);
      await ok("apply", "--plan", "plan");
      assert.deepEqual(hours(), [8]);
    });

    it("refuses before any change where somebody changed the instance", async () => {
      stack.declare([at(10), analysts()]);
      await commit(stack.folder);
      await ok("plan", "--out", "plan");
      const [schedule] = simulator.state.schedules;
      assert.ok(schedule !== undefined);
      schedule.title = "Changed by hand";
      simulator.calls.length = 0;
      const { code, err } = await run("apply", "--plan", "plan");
      assert.deepEqual([code, writes(simulator), hours()], [2, [], [8]]);
      assert.match(
        err,
        /ReportSchedule "weekly": update, with other values \(schedule\.hourOfDay, title\)\n\n[^]*: pulumi-platform drift --stack/,
      );
    });

    // The tests of `apply` have these with a stand-in for the engine.
    onlyWhole("repairs that change where the plan contains it", async () => {
      await ok("plan", "--out", "plan");
      await ok("apply", "--plan", "plan");
      assert.deepEqual([hours(), simulator.state.schedules[0]?.title], [[10], "Weekly sales"]);
    });

    onlyWhole("refuses a plan that was applied already", async () => {
      const { code, err } = await run("apply", "--plan", "plan");
      assert.equal(code, 2);
      assert.match(err, /state of the stack: another command has changed it/);
    });

    onlyWhole(
      "applies an encrypted plan after a merge commit, and nothing contains the token",
      async () => {
        stack.declare([at(9), analysts()]);
        await commit(stack.folder);
        await ok("plan", "--out", "plan", "--encrypt");
        await commit(stack.folder);
        await ok("apply", "--plan", "plan");
        assert.deepEqual([hours(), simulator.state.groups.length], [[9], 1]);
        assert.deepEqual(await stack.leaks(token), []);
      },
    );

    onlyWhole("refuses while another run holds the lock of the stack", async () => {
      assert.match(await ok("plan", "--out", "plan"), /: nothing to change\./);
      const locks = join("state", ".pulumi", "locks", "organization", "program", "test");
      const lock = { pid: 1, username: "ann", hostname: "elsewhere", timestamp: new Date() };
      await execute(stack.folder, "mkdir", ["-p", locks]);
      stack.write(join(locks, "one.json"), JSON.stringify(lock));
      const { code, err } = await run("apply", "--plan", "plan");
      assert.equal(code, 2);
      assert.match(err, /Another run holds the lock of stack .*pulumi-platform recover/);
    });
  });
}
