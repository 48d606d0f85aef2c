import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, schedules, weekly } from "../engine/stacks/declarations";
import { stackOn } from "../engine/stacks/hosted";
import { InProcessStack } from "../harness/inProcessStack";

/** The title that both programs give a report of theirs. */
const title = "Weekly sales";

describe("two stacks on one instance", () => {
  let platform: Simulator;
  let [ours, theirs]: [InProcessStack?, InProcessStack?] = [];
  const report = (pageId: number, allowDuplicate?: boolean) => {
    const one = weekly();
    return { ...one, args: { ...one.args, title, pageId, allowDuplicate } };
  };
  const live = () =>
    platform.state.schedules.map(({ id, pageId, schedule }) => ({
      id: String(id),
      pageId,
      hour: schedule.hourOfDay,
    }));
  const idOf = async (stack: InProcessStack) => (await stack.state()).weekly?.id;

  beforeEach(async () => {
    platform = await startSimulator({ profile: "extended" });
    const settings = {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
    };
    ours = new InProcessStack("dynamic", settings);
    // On one machine: the journal, too, is shared.
    const home = ours.env.PULUMI_HOME;
    theirs = new InProcessStack("dynamic", settings, { name: "theirs", home });
  });
  afterEach(async () => {
    await platform.close();
    ours?.remove();
    theirs?.remove();
  });

  it("never touch each other's object of the same title and the same resource name", async () => {
    assert.ok(ours && theirs);
    ours.declare([report(1)]);
    theirs.declare([report(2)]);
    await Promise.all([ours, theirs].map((stack) => stack.ok("up", "--yes", "--skip-preview")));
    const [mine, other] = [await idOf(ours), await idOf(theirs)];
    assert.deepEqual(
      live().sort((a, b) => Number(a.pageId) - Number(b.pageId)),
      [
        { id: mine, pageId: 1, hour: 8 },
        { id: other, pageId: 2, hour: 8 },
      ],
    );

    const edited = report(1);
    edited.args.schedule.hourOfDay = 9;
    ours.declare([edited]);
    assert.deepEqual(await ours.steps("up", "--yes", "--skip-preview", "--refresh"), [
      "update weekly",
    ]);
    assert.deepEqual(
      live().find(({ id }) => id === other),
      { id: other, pageId: 2, hour: 8 },
    );
    assert.deepEqual(await theirs.steps("preview", "--refresh"), []);

    await ours.ok("destroy", "--yes", "--skip-preview");
    assert.deepEqual(live(), [{ id: other, pageId: 2, hour: 8 }]);
  });

  it("never claim each other's exact duplicate: it takes a word of the program to have two", async () => {
    assert.ok(ours && theirs);
    ours.declare([report(1), analysts()]);
    await ours.ok("up", "--yes", "--skip-preview");
    const mine = await idOf(ours);
    theirs.declare([report(1)]);
    assert.match(
      await theirs.fails("up", "--yes", "--skip-preview"),
      new RegExp(
        `already has one \\(id ${mine}\\) with the same content, so nothing was created[^]*adopt: "${mine}"[^]*allowDuplicate: true`,
      ),
    );
    theirs.declare([analysts()]);
    assert.match(await theirs.fails("up", "--yes", "--skip-preview"), /group "Analysts"/);
    assert.equal(platform.state.groups.length, 1);
    assert.deepEqual(live(), [{ id: mine, pageId: 1, hour: 8 }]);

    theirs.declare([report(1, true)]);
    await theirs.ok("up", "--yes", "--skip-preview");
    const other = await idOf(theirs);
    assert.notEqual(other, mine);
    await theirs.ok("destroy", "--yes", "--skip-preview");
    assert.deepEqual(live(), [{ id: mine, pageId: 1, hour: 8 }]);
    assert.deepEqual(await ours.steps("preview", "--refresh"), []);
  });
});

describe("two updates of one stack at once", () => {
  it("are one: the engine's lock refuses the other, and nothing is lost or doubled", async () => {
    const platform = await startSimulator({ profile: "extended" });
    const stack = await stackOn("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
    });
    try {
      stack.declare(schedules(10));
      // The first update has to wait until the other has had its say.
      platform.fault({ kind: "status", status: 429, retryAfter: 1, method: "POST", times: 0 });
      const first = stack.pulumi("up", "--yes", "--skip-preview");
      while (!platform.calls.some(({ method }) => method === "POST")) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const refused = await stack.fails("up", "--yes", "--skip-preview");
      assert.match(refused, /the stack is currently locked by 1 lock/);
      platform.clearFaults();
      assert.equal((await first).code, 0);
      const titles = platform.state.schedules.map((schedule) => schedule.title);
      assert.equal(titles.length, 10);
      assert.equal(new Set(titles).size, 10);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    } finally {
      await platform.close();
      stack.remove();
    }
  });
});
