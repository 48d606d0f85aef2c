import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { inTurns, onlyWhole } from "../harness/lives/sampled";
import { entries, entryNames } from "../harness/sessions/session";
import { analysts, mail, orders, weekly } from "./stacks/declarations";
import { stackOn } from "./stacks/hosted";
import type { Stack } from "./stacks/stack";

const up = ["up", "--yes", "--skip-preview"] as const;

for (const entry of entries)
  describe(`an instance that answers otherwise, through ${entryNames[entry]} on the real engine`, () => {
    let platform: Simulator;
    let stack: Stack;

    beforeEach(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = await stackOn(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
      });
    });
    afterEach(async () => {
      await platform.close();
      stack.remove();
    });

    const turn = inTurns(entry);
    // In process, all variants are tried.
    onlyWhole(
      "makes everything once where each write is answered in words and ids flip",
      async () => {
        platform.useVariants("plain-text", "flipping-ids", "forbidden-evidence");
        stack.declare([orders(), mail()]);
        await stack.ok(...up);
        platform.useVariants("plain-text", "text-ids");
        stack.declare([orders(), mail(), weekly()]);
        await stack.ok(...up);
        assert.deepEqual(await stack.steps("preview", "--refresh"), []);
        const [schedule, ...others] = platform.state.schedules;
        assert.deepEqual(others, []);
        assert.equal((await stack.state()).weekly?.id, String(schedule?.id));
      },
    );

    turn("offers to adopt a group whose id nobody told, and makes none twice", async () => {
      platform.useVariants("plain-text");
      stack.declare([analysts()]);
      const { code, errors } = await stack.told(...up);
      assert.notEqual(code, 0);
      assert.match(errors.get("analysts") ?? "", /set `adopt` to its id[^]*\[unknown_state\]/);
      const [group, ...others] = platform.state.groups;
      assert.deepEqual(others, []);
      const adopting = analysts();
      adopting.args.adopt = String(group?.id);
      stack.declare([adopting]);
      await stack.ok(...up);
      assert.equal(platform.state.groups.length, 1);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });
  });
