import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { Impossible } from "pulumi-platform-provider/contract";
import { everySecond } from "../harness/lives/sampled";
import { entries, entryNames } from "../harness/sessions/session";
import { accessTo, apply, writes } from "../plugin/stack";
import { analysts, monthly, weekly } from "./stacks/declarations";
import { stackOn } from "./stacks/hosted";
import type { Stack } from "./stacks/stack";

for (const entry of everySecond(entries, 1)) {
  describe(`a preview that collects what is impossible, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: Stack;
    const file = () => join(stack.folder, "impossible.jsonl");
    const changed = () => {
      const [one, other, group] = [weekly(), monthly(), analysts()];
      one.args.title = "Other";
      other.args.pageId = 7;
      group.args.description = "Others";
      return [one, other, group];
    };

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = await stackOn(entry, accessTo(platform));
      stack.declare([weekly(), monthly(), analysts()]);
      await stack.ok("up", ...apply);
      stack.declare(changed());
      platform.calls.length = 0;
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });

    it("names every impossible change, where without it the engine stops at the first", async () => {
      const stopped = await stack.told("preview", "--parallel", "1");
      assert.equal(stopped.errors.size, 1);

      stack.env.PLATFORM_COLLECT = file();
      const { ops } = await stack.told("preview");
      for (const resource of ["weekly", "monthly", "analysts"]) {
        assert.equal(ops.get(resource)?.at(-1), "update", resource);
      }
      const lines = readFileSync(file(), "utf8").trim().split("\n");
      const found = lines.map((line) => Impossible.parse(JSON.parse(line)));
      assert.deepEqual(found.map(({ object, property }) => `${property} of ${object}`).sort(), [
        'description of group "Analysts"',
        'pageId of report schedule "Monthly review"',
        'title of report schedule "Weekly sales"',
      ]);
      const { resources = [] } = await stack.deployment();
      for (const { urn = "", identity, object } of found) {
        const known = resources.some(
          (one) => one.urn === urn || one.inputs?.__identity === identity,
        );
        assert.ok(known, `${object} is a resource of the state`);
      }
    });

    it("changes nothing in an up, and names the variable", async () => {
      stack.env.PLATFORM_COLLECT = file();
      const text = await stack.fails("up", ...apply);
      assert.match(text, /PLATFORM_COLLECT is set, .*\[collecting\]/);
      assert.deepEqual(writes(platform), []);
    });
  });
}
