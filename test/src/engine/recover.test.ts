import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { bin, execute } from "../cli/command";
import type { Run } from "../cli/command";
import { noCheckpoints } from "../faults/workspace";
import { entryNames } from "../harness/session";
import { pluginStack } from "../plugin/stack";
import { schedules } from "./declarations";
import { end, Stack } from "./stack";
import type { Declared } from "./stack";

const size = 20;
const up = ["up", "--yes", "--skip-preview", "--parallel", "4"] as const;

interface Report {
  findings: {
    urn: string;
    name: string;
    kind: string;
    proposal?: string;
    object?: { id: string };
  }[];
}

/** One of each, as each run takes seconds. */
const runs = [
  { entry: "plugin", stores: true },
  { entry: "plugin", stores: false },
  { entry: "dynamic", stores: true },
  { entry: "dynamic", stores: false },
] as const;

for (const { entry, stores } of runs)
  describe(`pulumi-platform recover on another machine, after a killed run ${stores ? "with" : "without"} checkpoints, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: Stack;
    let declared: Declared[];

    beforeEach(async () => {
      platform = await startSimulator({ profile: "extended", latencyMs: 150 });
      const settings = {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
        ...(stores ? {} : noCheckpoints),
      };
      stack = entry === "plugin" ? pluginStack(settings) : new Stack(settings);
      declared = schedules(size);
      stack.declare(declared);
      const run = stack.pulumi(...up);
      while (platform.state.schedules.length < size / 2) await sleep(5);
      end("both", stack.running());
      assert.notEqual((await run).code, 0);
      await stack.recover();
      // Another machine: nothing of the first home is there.
      const home = join(stack.folder, "other-home");
      mkdirSync(home);
      Object.assign(stack.env, { PULUMI_HOME: home, PULUMI_STACK: "test", HOME: home });
      rmSync(join(stack.folder, "home"), { recursive: true });
      platform.calls.length = 0;
    });
    afterEach(async () => {
      await platform.close();
      stack.remove();
    });

    const recover = (...args: string[]): Promise<Run> => {
      const env = Object.entries(stack.env).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      );
      return execute(
        stack.folder,
        process.execPath,
        [bin, "recover", ...args],
        Object.fromEntries(env),
      );
    };
    const pending = async () => (await stack.deployment()).pending_operations ?? [];

    it("leads to each object once", async () => {
      const before = platform.state.schedules.length;
      const first = await recover("--json");
      assert.equal(first.code, 1, first.err);
      const { findings } = JSON.parse(first.out) as Report;
      const found = findings.filter(({ kind }) => kind === "found");
      const stored = Object.keys(await stack.state()).length;
      assert.ok(found.length > 0, first.out);
      assert.equal(stored + found.length, before);
      assert.deepEqual(
        [...new Set(found.map(({ proposal }) => proposal))],
        [entry === "plugin" ? "import" : "adopt"],
      );

      const second = await recover("--yes", "--out", "recovery.json");
      assert.deepEqual(
        platform.calls.filter(({ method }) => method !== "GET"),
        [],
      );
      if (entry === "dynamic") {
        assert.equal(second.code, 1, second.out + second.err);
        const list = JSON.parse(readFileSync(join(stack.folder, "recovery.json"), "utf8")) as {
          urn: string;
          id: string;
        }[];
        for (const { urn, id } of list) {
          assert.match(second.out, new RegExp(`adopt: "${id}"`));
          const one = declared.find(({ name }) => name === urn.split("::").pop());
          Object.assign(one?.args ?? {}, { adopt: id });
        }
        stack.declare(declared);
        const third = await recover("--yes");
        assert.equal(third.code, 0, third.out + third.err);
      } else {
        assert.equal(second.code, 0, second.out + second.err);
      }
      assert.deepEqual(await pending(), []);
      await stack.ok(...up);
      const titles = platform.state.schedules.map(({ title }) => title);
      assert.equal(titles.length, size);
      assert.equal(new Set(titles).size, size);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
      const last = await recover();
      assert.equal(last.code, 0, last.out + last.err);
      assert.match(last.out, /No run of stack test left anything open/);
    });
  });
