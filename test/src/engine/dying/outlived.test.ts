import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { waitUntil, killAt } from "../../faults/dying/killing";
import { weekly } from "../stacks/declarations";
import { inTurns } from "../../harness/lives/sampled";
import { entries, entryNames } from "../../harness/sessions/session";
import { stackOn } from "../stacks/hosted";
import type { Declared, Stack } from "../stacks/stack";

const send: Declared = {
  type: "ReportSend",
  name: "announce",
  args: { scheduleOf: "weekly", recipients: [{ type: "EMAIL", value: "board@example.com" }] },
};

/** What is looked at before something is done that cannot be done again. */
const looks: { what: string; path: string; first: Declared[]; then: Declared[] }[] = [
  { what: "creates", path: "/reportschedules$", first: [], then: [weekly()] },
  { what: "mails", path: "/history", first: [weekly()], then: [weekly(), send] },
];

for (const entry of entries)
  describe(`a provider that outlives its engine, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: Stack;

    beforeEach(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = await stackOn(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
      });
    });
    afterEach(async () => {
      await platform.close();
      stack.remove();
    });

    const turn = inTurns(entry);
    for (const { what, path, first, then } of looks)
      turn(
        `${what} once, though it still looked at the instance when the next run came`,
        async () => {
          stack.declare(first);
          await stack.ok("up", "--yes", "--skip-preview");
          stack.declare(then);
          const made = () => platform.state.schedules.length + platform.outbox.length;
          const before = made();
          const { id } = platform.fault({
            method: "GET",
            path,
            kind: "delay",
            moment: "after",
            delayMs: 5_000,
          });
          const run = stack.pulumi("up", "--yes", "--skip-preview");
          const isOver = await killAt(
            { platform, stack },
            { victim: "engine", moment: "before", faultId: id },
            run,
          );
          assert.notEqual((await run).code, 0);
          await stack.recover();
          await stack.ok("up", "--yes", "--skip-preview");
          assert.ok(isOver && (await waitUntil(isOver, 15_000)));
          assert.equal(made(), before + 1);
          assert.deepEqual(await stack.steps("preview", "--refresh"), []);
        },
      );
  });
