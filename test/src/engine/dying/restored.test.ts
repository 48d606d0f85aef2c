import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { weekly } from "../stacks/declarations";
import type { Declared } from "../stacks/pulumiStack";
import { InProcessStack } from "../../harness/inProcessStack";
import { entries } from "../../harness/sessions/session";

const up = ["up", "--yes", "--skip-preview"];

for (const entry of entries)
  describe(`an e-mail of a state that was restored (${entry})`, () => {
    let platform: Simulator;
    let stack: InProcessStack;
    before(async () => {
      platform = await startSimulator({ profile: "extended" });
    });
    after(() => platform.close());
    beforeEach(() => {
      platform.reset();
      stack = new InProcessStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
      });
    });
    afterEach(() => stack.remove());

    const recipients = [{ type: "EMAIL", value: "board@example.com" }];
    const send = (...triggers: string[]): Declared => ({
      type: "ReportSend",
      name: "announce",
      args: { scheduleOf: "weekly", recipients, triggers },
    });
    const apply = async (one: Declared, ...more: string[]) => {
      stack.declare([weekly(), one]);
      return stack.ok(...up, ...more);
    };
    const sent = () => platform.outbox.length;
    const settled = async (one: Declared) => {
      await apply(one);
      // Later runs find the e-mail in the state.
      await apply(one);
      await apply(one);
    };

    it("is not sent again, also if later runs saw it in the state", async () => {
      await apply(send("q3"));
      const file = "q3.json";
      await stack.ok("stack", "export", "--file", file);
      await settled(send("q4"));
      assert.equal(sent(), 2);
      await stack.ok("stack", "import", "--file", file);
      assert.match(
        await stack.ok("preview"),
        /will e-mail nobody: an earlier run began to send it/,
      );
      await apply(send("q4"));
      assert.equal(sent(), 2);
      await apply(send("q3"));
      assert.equal(sent(), 3, "another trigger sends");
    });

    it("is announced as sent before, if an argument changes and no trigger", async () => {
      await settled(send("q3"));
      const one = send("q3");
      const other = [{ type: "EMAIL", value: "other@example.com" }];
      stack.declare([weekly(), { ...one, args: { ...one.args, recipients: other } }]);
      const again = /It was sent before: the change of `recipients` sends it again\./;
      assert.match(await stack.ok("preview"), again);
      stack.declare([weekly(), send("q4")]);
      assert.doesNotMatch(await stack.ok("preview"), /sent before/);
    });

    it("is announced as sent before, if its schedule was deleted by hand and gets a new id", async () => {
      const kept = { ...weekly(), name: "kept", args: { ...weekly().args, title: "Kept" } };
      stack.env.PLATFORM_VISIBILITY_DELAY_SECONDS = "0";
      stack.declare([weekly(), kept, send("q3")]);
      await stack.ok(...up);
      const { schedules } = platform.state;
      platform.state.schedules = schedules.filter(({ title }) => title === "Kept");
      await stack.ok("refresh", "--yes", "--skip-preview");
      const again = /It was sent before: the change of `scheduleId` sends it again\./;
      assert.match(await stack.ok("preview"), again);
    });

    it("is sent again after its resource was destroyed, and if Pulumi is asked to replace it", async () => {
      await settled(send("q3"));
      const { urn = "" } = (await stack.state()).announce ?? {};
      await apply(send("q3"), "--replace", urn);
      assert.equal(sent(), 2);
      stack.declare([weekly()]);
      await stack.ok(...up);
      await apply(send("q3"));
      assert.equal(sent(), 3);
    });
  });
