import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import { cannotDeleteKey } from "../../../provider/dist/state/bookkeeping";
import { analysts, schedules } from "../engine/stacks/declarations";
import type { StateResource } from "../engine/stacks/stack";
import { InProcessStack } from "../harness/inProcessStack";

/** What the state says of each object: all but which operations were in force when it was last read. */
const saying = (state: Record<string, StateResource>) =>
  Object.fromEntries(
    Object.entries(state).map(([name, { id, inputs, outputs }]) => [
      name,
      { id, inputs, outputs: { ...outputs, [cannotDeleteKey]: undefined } },
    ]),
  );

describe("objects that cannot be seen any more", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  let known: Record<string, unknown>;
  const ids = () => platform.state.schedules.map(({ id }) => String(id));

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = new InProcessStack("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
    });
    stack.declare([...schedules(3), analysts()]);
    // The state has what is created in the order in which that is done.
    await stack.ok("up", "--yes", "--skip-preview", "--parallel", "1");
    await stack.ok("refresh", "--yes", "--skip-preview");
    known = saying(await stack.state());
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.clearFaults();
    platform.calls.length = 0;
    stack.env.PLATFORM_OPERATIONS = "documented";
  });
  afterEach(async () => {
    assert.deepEqual(saying(await stack.state()), known, "the state is left as it is");
    assert.deepEqual(
      platform.calls.filter(({ method }) => method !== "GET"),
      [],
    );
  });

  const lost: [string, Partial<FaultRule>, RegExp][] = [
    [
      "401",
      { kind: "status", status: 401 },
      /Could not list report schedules: GET \S+ answered 401: .*PLATFORM_TOKEN/,
    ],
    [
      "403",
      { kind: "status", status: 403 },
      /Could not list report schedules: GET \S+ answered 403: .*Give the user of the token the grant/,
    ],
    [
      "a page",
      { kind: "html" },
      /answered 200 with an HTML page: .*PLATFORM_BASE_URL is the address of the API/,
    ],
    ["a redirect", { kind: "redirect" }, /answered 303 to .*Redirects are never followed/],
    [
      "half of an answer",
      { kind: "body", body: [{ id: 1 }], moment: "mid-answer" },
      /Could not list report schedules: GET \S+ got no answer/,
    ],
    ["something else", { kind: "body", body: { items: [] } }, /not as the specification describes/],
  ];
  for (const [what, rule, said] of lost) {
    it(`are left in the state when every read is answered with ${what}`, async () => {
      platform.fault({ method: "GET", times: 0, kind: "status", ...rule });
      const text = await stack.fails("refresh", "--yes", "--skip-preview");
      assert.match(text, said);
      assert.doesNotMatch(text, /\n\s+at .*\.[jt]s/);
    });
  }

  it("are there when a list is cut short again and again, as it is read to its end", async () => {
    platform.fault({ kind: "truncated-list", keep: 1, times: 0 });
    assert.deepEqual(await stack.steps("refresh", "--yes", "--skip-preview"), []);
  });

  for (const kind of ["empty-list", "truncated-list"] as const) {
    it(`are asked for one by one where that is possible, whatever a list leaves out: ${kind}`, async () => {
      stack.env.PLATFORM_OPERATIONS = "extended";
      platform.fault({ kind, times: 0 });
      assert.deepEqual(await stack.steps("refresh", "--yes", "--skip-preview"), []);
    });
  }

  for (const operations of ["documented", "extended"]) {
    it(`are not gone when another instance answers, in ${operations} operations`, async () => {
      stack.env.PLATFORM_OPERATIONS = operations;
      platform.fault({ kind: "wrong-instance", times: 0 });
      assert.match(
        await stack.fails("refresh", "--yes", "--skip-preview"),
        /\d of the 4 objects that were read are missing at once, which also happens with a weaker token or another instance\. Its state is unchanged/,
      );
    });
  }

  it("are not gone one by one when all are missing and some are read a little later", async () => {
    stack.env.PLATFORM_OPERATIONS = "extended";
    const { schedules, groups } = platform.state;
    Object.assign(platform.state, { schedules: [], groups: [] });
    platform.fault({ path: "schedules", kind: "delay", delayMs: 25, times: 0 });
    assert.match(
      await stack.fails("refresh", "--yes", "--skip-preview"),
      /4 of the 4 objects that were read are missing at once/,
    );
    Object.assign(platform.state, { schedules, groups });
  });

  it("need a confirmation when most are missing at once, and are then created again", async () => {
    stack.declare(schedules(3));
    stack.env.PLATFORM_OPERATIONS = "extended";
    await stack.ok("up", "--yes", "--skip-preview");
    const gone = ids().slice(0, 2);
    platform.state.schedules.splice(0, 2);
    const text = await stack.fails("refresh", "--yes", "--skip-preview");
    assert.match(text, /2 of the 3 objects that were read are missing at once/);
    assert.match(
      text,
      /`pulumi config set platform:confirmAbsent \d+`, then `pulumi refresh --run-program`\. Separate several ids with commas\./,
    );
    await stack.ok("config", "set", "platform:confirmAbsent", gone.join(","));
    const steps = await stack.steps("up", "--yes", "--skip-preview", "--refresh", "--run-program");
    assert.equal(steps.filter((step) => step.startsWith("create ")).length, 2);
    assert.equal(ids().length, 3);
    known = saying(await stack.state());
    platform.calls.length = 0;
  });
});
