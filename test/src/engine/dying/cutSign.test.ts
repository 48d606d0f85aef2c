import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import { everySecond } from "../../harness/lives/sampled";
import { entries, entryNames } from "../../harness/sessions/session";
import { accessTo, apply } from "../../plugin/stack";
import { weekly } from "../stacks/declarations";
import { stackOn } from "../stacks/hosted";

describe("a title that the platform cut in the middle of a sign", () => {
  for (const entry of everySecond(entries)) {
    it(`is shown with U+FFFD and can be changed, through ${entryNames[entry]}`, async () => {
      const platform = await startSimulator({ profile: "extended" });
      const settings = { ...accessTo(platform), PLATFORM_OPERATIONS: "extended" };
      const stack = await stackOn(entry, settings);
      try {
        stack.declare([weekly()]);
        await stack.ok("up", ...apply);
        const [schedule] = platform.state.schedules;
        assert.ok(schedule);
        const { title } = schedule;
        schedule.title = "Sales \ud83d";
        await stack.ok("refresh", "--yes");
        const { outputs } = (await stack.state()).weekly ?? {};
        assert.equal(outputs?.title, "Sales \ufffd");
        assert.deepEqual(await stack.steps("up", ...apply), ["update weekly"]);
        assert.equal(platform.state.schedules[0]?.title, title);
      } finally {
        await platform.close();
        stack.remove();
      }
    });
  }
});
