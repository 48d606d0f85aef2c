import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { everySecond } from "../harness/lives/sampled";
import { entries, entryNames } from "../harness/sessions/session";
import { weekly } from "./stacks/declarations";
import { stackOn } from "./stacks/hosted";
import type { Stack } from "./stacks/stack";

const apply = ["up", "--yes", "--skip-preview"];

for (const entry of everySecond(entries, 1)) {
  describe(`values that the instance does not accept, on the engine, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: Stack;
    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = await stackOn(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
      });
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });

    const run = async (...args: string[]) => {
      platform.calls.length = 0;
      const { code, text } = await stack.pulumi(...args);
      assert.equal(code, 0, text);
      return { text, writes: platform.calls.filter(({ method }) => method !== "GET").length };
    };
    const named = (title: string) => {
      const { args, ...rest } = weekly();
      stack.declare([{ ...rest, args: { ...args, title } }]);
    };

    it("are said once, not written again, and accepted without a call", async () => {
      platform.useVariants("stores:squeezed", "stores:windows-zones");
      named("Weekly   sales");
      const first = await run(...apply);
      assert.match(
        first.text,
        /the instance keeps title "Weekly sales" instead of "Weekly {3}sales"/,
      );
      const second = await run(...apply, "--refresh");
      assert.equal(second.writes, 0, second.text);
      assert.doesNotMatch(second.text, /the instance keeps/);
      named("Weekly sales");
      assert.equal((await run(...apply)).writes, 0);
      await run("preview", "--refresh", "--expect-no-changes");
    });

    it("are a list of which a preview shows only the items that differ", async () => {
      platform.useVariants();
      const { args, ...rest } = weekly();
      const to = (all: readonly number[]) => {
        const additionalRecipients = all.map((n) => ({
          ...{ type: "EMAIL", value: `reader${n}@example.com` },
        }));
        const schedule = { ...args.schedule, additionalRecipients };
        stack.declare([{ ...rest, args: { ...args, schedule } }]);
      };
      const all = Array.from({ length: 200 }, (_, n) => n);
      to(all);
      await run(...apply);
      to(all.filter((n) => n !== 7));
      const { text } = await run("preview", "--diff");
      assert.match(text, /will no longer e-mail 1 recipient \(reader7@example\.com\)\./);
      // Pulumi compares lists of dynamic resources by position.
      if (entry === "plugin") assert.match(text, /- \[7\]: \{[^[]*\}\n {12}\]/);
    });
  });
}
