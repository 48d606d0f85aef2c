import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, mail, weekly } from "../engine/declarations";
import type { Stack } from "../engine/stack";
import { accessTo, apply, pluginStack, writes } from "./stack";

/** The same program before and after its import is switched. */
const program = `
const pulumi = require("@pulumi/pulumi");
const platform = require(process.env.PLATFORM_PACKAGE);
class Team extends pulumi.ComponentResource {
  constructor(name) {
    super("tests:index:Team", name);
    new platform.Group("members", { name: pulumi.secret("Members"), type: "open" }, { parent: this });
  }
}
new Team("team");
const made = {};
const { resources } = JSON.parse(require("fs").readFileSync("resources.json", "utf8"));
for (const { type, name, args, opts } of resources) made[name] = new platform[type](name, args, opts);
new platform.ReportSend("send", {
  scheduleId: made.weekly.id,
  recipients: [{ type: "EMAIL", value: "board@example.com" }],
});
`;

const traces = /__provider|"identity"|__private|pulumi-nodejs/;

describe("a stack that moves from the dynamic face to the plugin", () => {
  let platform: Simulator;
  let stack: Stack;
  const switchImport = () => (stack.env.PLATFORM_PACKAGE = "pulumi-platform/plugin");

  beforeEach(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = pluginStack({ ...accessTo(platform), PLATFORM_OPERATIONS: "extended" }, program);
    stack.env.PLATFORM_PACKAGE = "pulumi-platform";
    stack.declare([weekly(), analysts(), mail()]);
    await stack.ok("up", ...apply);
    platform.calls.length = 0;
  });
  afterEach(async () => {
    await platform.close();
    stack.remove();
  });

  it("changes nothing, writes nothing, and keeps no trace after a refresh", async () => {
    assert.match(await stack.ok("stack", "export"), traces);
    switchImport();
    // With its preview.
    assert.deepEqual(await stack.steps("up", "--yes"), []);
    assert.deepEqual(await stack.steps("refresh", ...apply), []);
    const moved = await stack.ok("stack", "export");
    assert.doesNotMatch(moved, traces);
    assert.doesNotMatch(moved, /"Members"/, "what is secret stays so");
    assert.deepEqual(await stack.steps("preview"), []);
    assert.deepEqual(writes(platform), []);
    assert.equal(platform.outbox.length, 1);
    await stack.ok("destroy", ...apply);
    assert.deepEqual([platform.state.schedules, platform.state.groups], [[], []]);
  });

  it("takes what was changed on the instance along, and repairs just that", async () => {
    const [schedule] = platform.state.schedules;
    const group = platform.state.groups.find(({ name }) => name === "Analysts");
    assert.ok(schedule && group);
    group.description = "By hand";
    await stack.ok("refresh", ...apply);
    // This one is not seen before the move.
    schedule.schedule.hourOfDay = 17;
    switchImport();
    const moving = await stack.told("up", ...apply);
    assert.deepEqual(Object.fromEntries(moving.differences), { analysts: ["update description"] });
    await stack.ok("refresh", ...apply);
    const moved = await stack.told("up", ...apply);
    assert.deepEqual(Object.fromEntries(moved.differences), {
      weekly: ["update schedule.hourOfDay"],
    });
    assert.deepEqual(writes(platform), [
      "PUT /api/content/v2/groups",
      "PUT /api/content/v1/reportschedules/{scheduleId}",
    ]);
    assert.equal(platform.state.schedules[0]?.schedule.hourOfDay, 8);
  });
});
