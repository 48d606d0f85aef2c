import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, schedules, weekly } from "./stacks/declarations";
import { furtherCalls } from "../harness/sessions/connectionReads";
import { InProcessStack } from "../harness/inProcessStack";
import { stackOn } from "./stacks/hosted";
import type { Stack } from "./stacks/stack";

describe("many resources", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  let first: string[];
  const routes = () => furtherCalls(platform);

  before(async () => {
    platform = await startSimulator({ profile: "extended", pageCap: 100 });
    stack = new InProcessStack("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
    });
    stack.declare(schedules(300));
    await stack.ok("up", "--yes", "--skip-preview");
    first = routes();
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
  });

  it("creates 300 schedules with 300 creates, a list of what was there and a look whose they are", () => {
    const creates = first.filter((route) => route.startsWith("POST"));
    assert.equal(creates.length, 300);
    assert.deepEqual(
      first.filter((route) => !route.startsWith("POST")),
      Array(2).fill("GET /api/content/v1/reportschedules"),
    );
    const titles = new Set(platform.state.schedules.map(({ title }) => title));
    assert.equal(titles.size, 300);
  });

  it("refreshes 300 schedules behind a page cap of 100 with 4 lists and nothing else", async () => {
    assert.deepEqual(await stack.steps("refresh", "--yes", "--skip-preview"), []);
    assert.deepEqual(routes(), Array(4).fill("GET /api/content/v1/reportschedules"));
  });

  it("keeps a schedule in at most 1.8 KB of state and 120 bytes of provider", async () => {
    const { "report-0": report } = await stack.state();
    assert.ok(report);
    const bytes = JSON.stringify(report.inputs).length + JSON.stringify(report.outputs).length;
    assert.ok(bytes <= 1800, `${bytes} bytes`);
    assert.ok(String(report.inputs?.__provider).length <= 120);
  });

  it("finds the one of them that was changed on the last page", async () => {
    const last = platform.state.schedules.find(({ title }) => title === "Report 0299");
    assert.ok(last);
    last.schedule.minOfHour = 59;
    assert.deepEqual(await stack.steps("preview", "--refresh"), ["update report-299"]);
  });

  it("destroys them with one delete each", async () => {
    await stack.ok("destroy", "--yes", "--skip-preview");
    assert.equal(platform.calls.length, 300);
    assert.deepEqual(platform.state.schedules, []);
  });
});

describe("a cold provider", () => {
  let platform: Simulator;
  let stack: Stack;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = await stackOn("dynamic", { PLATFORM_TOKEN: platform.token });
    await stack.ok("config", "set", "platform:baseUrl", platform.url);
    await stack.ok("config", "set", "platform:operations", "extended");
    const groups = Array.from({ length: 25 }, (_, index) => ({
      ...analysts(),
      name: `group-${index}`,
      args: { name: `Group ${index}`, type: "open" },
    }));
    stack.declare([...schedules(25), ...groups]);
    await stack.ok("up", "--yes", "--skip-preview");
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });

  it("refreshes 50 resources at once", async () => {
    assert.deepEqual(await stack.steps("refresh", "--yes", "--skip-preview"), []);
  });

  it("destroys 50 resources at once", async () => {
    await stack.ok("destroy", "--yes", "--skip-preview");
    assert.deepEqual(platform.state.schedules, []);
    assert.deepEqual(platform.state.groups, []);
  });
});

describe("a list on a server that keeps no order", () => {
  it("is asked for in an explicit order, so that nothing is lost between pages", async () => {
    const platform = await startSimulator({ profile: "extended", pageCap: 3 });
    const stack = new InProcessStack("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
    });
    try {
      platform.fault({ kind: "unstable-order", path: "/reportschedules$", times: 0 });
      stack.declare([...schedules(10), weekly()]);
      await stack.ok("up", "--yes", "--skip-preview");
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    } finally {
      await platform.close();
      stack.remove();
    }
  });
});
