import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, mail, weekly } from "../engine/stacks/declarations";
import type { Stack } from "../engine/stacks/stack";
import { InProcessStack } from "../harness/inProcessStack";
import { opted } from "../harness/lives/lifeParts";
import { onlyWhole } from "../harness/lives/sampled";
import type { Entry } from "../harness/sessions/session";
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

const traces = /__provider|__identity|__hasSecrets|pulumi-nodejs/;

describe("a stack that moves from the dynamic resources to the plugin", () => {
  let platform: Simulator;
  let stack: Stack;
  const switchImport = () => (stack.env.PLATFORM_PACKAGE = "pulumi-platform/plugin");

  beforeEach(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = pluginStack({ ...accessTo(platform), PLATFORM_OPERATIONS: "extended" }, program);
    stack.env.PLATFORM_PACKAGE = "pulumi-platform";
    stack.declare([
      weekly(),
      analysts(),
      { ...mail(), args: { enabled: true, triggers: ["one"] } },
    ]);
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

  onlyWhole("moves what is on a named instance to a provider for that instance", async () => {
    const other = await startSimulator({ profile: "extended", token: "token-of-prod" });
    try {
      stack.env.PROD = JSON.stringify({ baseUrl: other.url, token: other.token });
      stack.write(
        "index.js",
        `
const platform = require(process.env.PLATFORM_PACKAGE);
const args = { name: "Readers", type: "open" };
if (platform.Provider === undefined) new platform.Group("readers", { ...args, instance: "prod" });
else {
  const prod = { ...JSON.parse(process.env.PROD), operations: "extended" };
  new platform.Group("readers", args, { provider: new platform.Provider("prod", prod) });
}`,
      );
      for (const [name, value] of Object.entries({ baseUrl: other.url, token: other.token })) {
        await stack.ok("config", "set", "--path", `platform:instances.prod.${name}`, value);
      }
      await stack.ok("config", "set", "--path", "platform:instances.prod.operations", "extended");
      await stack.ok("up", ...apply);
      other.calls.length = 0;
      switchImport();
      assert.deepEqual(await stack.steps("up", "--yes"), []);
      await stack.ok("refresh", ...apply);
      assert.doesNotMatch(await stack.ok("stack", "export"), traces);
      assert.deepEqual(await stack.steps("preview"), []);
      assert.deepEqual(writes(other), []);
      assert.equal(other.state.groups.length, 1);
    } finally {
      await other.close();
    }
  });
});

describe("a stack in process that moves from the dynamic resources to the plugin", () => {
  it("takes what was changed on the instance along, and repairs just that", async () => {
    const platform = await startSimulator({ profile: "extended" });
    const stack = new InProcessStack("plugin", {
      ...accessTo(platform),
      PLATFORM_OPERATIONS: "extended",
    });
    const declareOn = (entry: Entry) =>
      stack.declare([weekly(), analysts()].map((one) => opted(one, { entry })));
    try {
      declareOn("dynamic");
      await stack.ok("up", ...apply);
      platform.calls.length = 0;
      const [schedule] = platform.state.schedules;
      const [group] = platform.state.groups;
      assert.ok(schedule && group);
      group.description = "By hand";
      await stack.ok("refresh", ...apply);
      // This one is not seen before the move.
      schedule.schedule.hourOfDay = 17;
      declareOn("plugin");
      const moving = await stack.told("up", ...apply);
      const differences = Object.fromEntries(moving.differences);
      assert.deepEqual(differences, { analysts: ["update description"] });
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
    } finally {
      await platform.close();
      stack.remove();
    }
  });
});
