import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { everySecond } from "../../harness/lives/sampled";
import { addSchedules } from "../../cli/calendar/calendarInstances";
import { bin, execute } from "../../cli/command";
import type { Run } from "../../cli/command";
import { noCheckpoints } from "../../faults/workspace";
import { entryNames } from "../../harness/sessions/session";
import { pluginStack } from "../../plugin/stack";
import { schedules } from "../stacks/declarations";
import { end, programOf, Stack } from "../stacks/stack";
import type { Declared } from "../stacks/stack";

const size = 12;
const up = ["up", "--yes", "--skip-preview", "--parallel", "4"] as const;

interface Report {
  findings: {
    name: string;
    kind: string;
    proposal?: string;
    next?: string[];
    restore?: string;
  }[];
}

/** One of each, as each run takes half a minute. */
const runs = [
  { entry: "plugin", stores: true },
  { entry: "dynamic", stores: false },
] as const;

for (const { entry, stores } of everySecond(runs, 1))
  describe(`pulumi-platform recover on another machine, after a killed run ${stores ? "with" : "without"} checkpoints, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: Stack;

    beforeEach(async () => {
      platform = await startSimulator({ profile: "extended", latencyMs: 150 });
      addSchedules(platform, [{ title: "Made by hand" }]);
      const settings = {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
        ...(stores ? {} : noCheckpoints),
      };
      stack = entry === "plugin" ? pluginStack(settings) : new Stack(settings);
      const declared = schedules(size);
      declared.splice(size / 2, 0, sendTo("first"), sendTo("second"));
      stack.declare(declared);
      const run = stack.pulumi(...up);
      const { outbox, state } = platform;
      while (outbox.length === 0 || state.schedules.length <= size / 2) await sleep(5);
      end("both", stack.running());
      assert.notEqual((await run).code, 0);
      // As `pulumi cancel` does, which fails where the kill cut off the state. The command puts such a state back.
      rmSync(join(stack.folder, "state", ".pulumi", "locks"), { recursive: true, force: true });
      // Another machine: nothing of the first home is there.
      const home = join(stack.folder, "other-home");
      mkdirSync(home);
      Object.assign(stack.env, { PULUMI_HOME: home, PULUMI_STACK: "test", HOME: home });
      rmSync(join(stack.folder, "home"), { recursive: true });
      // The instance gets what was on its way.
      await sleep(100);
      platform.calls.length = 0;
    });
    afterEach(async () => {
      await platform.close();
      stack.remove();
    });

    /** Sends the report of the schedule that no stack manages. */
    const sendTo = (name: string): Declared => ({
      type: "ReportSend",
      name,
      args: {
        scheduleId: String(platform.state.schedules[0]?.id),
        recipients: [{ type: "EMAIL", value: `${name}@example.com` }],
      },
    });
    const mailed = (name: string) =>
      platform.outbox.filter(({ to }) => JSON.stringify(to).includes(`${name}@`)).length;
    const recover = (...args: string[]): Promise<Run> => {
      const env = Object.entries(stack.env).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      );
      const command = [bin, "recover", ...args];
      return execute(stack.folder, process.execPath, command, Object.fromEntries(env));
    };
    /** What a person does with each e-mail that may have been sent, as the command says. */
    const settleMails = async ({ findings }: Report): Promise<string[]> => {
      const answers: string[] = [];
      for (const { name, next = [], restore } of findings.filter(({ kind }) => kind === "ran")) {
        const [, target = ""] = /--target '(.+)'/.exec(next.join("\n")) ?? [];
        if (mailed(name) === 0) answers.push("--not-done", name);
        else {
          await stack.ok("config", "set", "platform:mail", "muted");
          await stack.ok(...up, "--target", target);
          assert.equal(restore, "pulumi config rm platform:mail --stack test");
          await stack.ok("config", "rm", "platform:mail");
        }
      }
      return answers;
    };

    it("leads to each object and each e-mail once", async () => {
      const first = await recover("--json", "--yes", "--out", "recovery.json");
      assert.notEqual(first.code, 2, first.err);
      assert.deepEqual(
        platform.calls.filter(({ method }) => method !== "GET"),
        [],
      );
      // Counted after the command: an instance still carries out what it got just before the kill.
      const before = platform.state.schedules.length - 1;
      const report = JSON.parse(first.out) as Report;
      const found = report.findings.filter(({ kind }) => kind === "found");
      const stored = Object.keys(await stack.state()).filter((name) => name.startsWith("report"));
      const isImported = entry === "plugin";
      assert.equal(stored.length + (isImported ? 0 : found.length), before, first.out);
      assert.ok(found.every(({ proposal }) => proposal === (isImported ? "import" : "adopt")));
      if (!stores) {
        assert.equal(found.length, before);
        assert.equal(report.findings.filter(({ kind }) => kind === "ran").length, 2);
      }

      if (!isImported) {
        const call = `require("pulumi-platform").adoptFrom("recovery.json");\n`;
        stack.write("index.js", call + programOf("pulumi-platform"));
      }
      const second = await recover("--yes", ...(await settleMails(report)));
      assert.equal(second.code, 0, second.out + second.err);
      assert.equal((await stack.deployment()).pending_operations ?? null, null);

      await stack.ok(...up);
      const titles = platform.state.schedules.map(({ title }) => title);
      assert.equal(titles.length, size + 1);
      assert.equal(new Set(titles).size, size + 1);
      assert.deepEqual([mailed("first"), mailed("second")], [1, 1]);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });
  });
