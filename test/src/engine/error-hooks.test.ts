import assert from "node:assert/strict";
import type { Simulator } from "pulumi-platform-simulator";
import { EngineWorkspace } from "../faults/engineWorkspace";
import { weekly } from "./stacks/declarations";
import { inTurns } from "../harness/lives/sampled";
import { entries, entryNames } from "../harness/sessions/session";
import type { Declared, Stack } from "./stacks/stack";

const again = (declared: Declared): Declared => ({ ...declared, opts: { triesAgain: true } });
const send = again({
  type: "ReportSend",
  name: "announce",
  args: { scheduleOf: "weekly", recipients: [{ type: "EMAIL", value: "board@example.com" }] },
});

for (const entry of entries)
  describe(`an error hook that has the engine try again, through ${entryNames[entry]}`, () => {
    let workspace: EngineWorkspace;
    let platform: Simulator;
    let stack: Stack;

    before(async () => {
      workspace = await EngineWorkspace.open(entry);
      ({ platform, stack } = workspace);
    });
    beforeEach(() => workspace.begin({ from: "nothing", operations: "extended" }));
    after(() => workspace.close());

    const posts = (path: RegExp) =>
      platform.calls.filter((call) => call.method === "POST" && path.test(call.path)).length;

    const turn = inTurns(entry);
    turn(
      "finds the object whose creation could not be told, and does not create it again",
      async () => {
        const lost = platform.fault({ method: "POST", kind: "close", moment: "after" });
        // More than one try can spend on looking.
        const blind = platform.fault({
          method: "GET",
          path: "/reportschedules$",
          kind: "status",
          status: 403,
          skip: 1,
          times: 12,
        });
        stack.declare([again(weekly())]);
        const text = await stack.ok("up", "--yes", "--skip-preview");
        assert.deepEqual([lost.injected, blind.injected], [1, 12], text);
        assert.equal(posts(/reportschedules$/), 1);
        assert.equal(platform.state.schedules.length, 1);
        assert.deepEqual(await stack.steps("preview", "--refresh"), []);
      },
    );

    turn("sends a mail that was refused, and none whose outcome is unknown", async () => {
      stack.declare([weekly()]);
      await stack.ok("up", "--yes", "--skip-preview");
      platform.fault({ method: "GET", path: "/history", kind: "empty-list", times: 0 });
      const refused = platform.fault({
        method: "POST",
        path: "/sendnow$",
        kind: "status",
        status: 403,
      });
      const lost = platform.fault({
        method: "POST",
        path: "/sendnow$",
        kind: "close",
        moment: "after",
        times: 0,
      });
      stack.declare([weekly(), send]);
      const text = await stack.ok("up", "--yes", "--skip-preview");
      assert.deepEqual([refused.injected, lost.injected], [1, 1], text);
      assert.equal(platform.outbox.length, 1);
      assert.match(text, /is unknown whether/);
    });
  });
