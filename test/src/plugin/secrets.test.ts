import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Stack } from "../engine/stacks/stack";
import { onlyWhole } from "../harness/lives/sampled";
import { accessTo, apply, pluginStack, writes } from "./stack";

const canary = "canary-title";
/** A program that may mark its title and a recipient as secret. */
const program = `
const pulumi = require("@pulumi/pulumi");
const platform = require("pulumi-platform/plugin");
const hide = process.env.SECRET === "true" ? pulumi.secret : pulumi.output;
new platform.ReportSchedule("weekly", {
  title: hide(process.env.TITLE),
  pageId: 1001,
  viewId: 2001,
  attachmentInclude: true,
  schedule: {
    frequency: "WEEKLY",
    daysToRun: "MON",
    hourOfDay: 8,
    minOfHour: 0,
    enabled: true,
    additionalRecipients: [{ type: "EMAIL", value: hide("canary@example.com") }],
  },
});
`;

describe("secrets on the plugin", () => {
  let platform: Simulator;
  let stack: Stack;
  const accept = (token: string) => (platform.state.tokens = { [token]: platform.state.user });

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    accept("canary-token");
    const access = { ...accessTo(platform), PLATFORM_TOKEN: "canary-token" };
    stack = pluginStack({ ...access, TITLE: canary, SECRET: "false" }, program);
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
  });

  it("of the program become secret in the state where they were not, without a write", async () => {
    await stack.ok("up", ...apply);
    stack.env.SECRET = "true";
    platform.calls.length = 0;
    const { differences } = await stack.told("up", ...apply);
    assert.deepEqual(differences.get("weekly"), [
      "update schedule.additionalRecipients",
      "update title",
    ]);
    assert.deepEqual(writes(platform), []);
    assert.doesNotMatch(await stack.ok("stack", "export"), /canary/);
  });

  it("of the program are in nothing that is said, also where something is refused", async () => {
    stack.env.TITLE = "canary-other";
    const { errors, text } = await stack.told("preview", "--diff");
    assert.match(
      errors.get("weekly") ?? "",
      /title of report schedule .* \(from "\[secret\]" to "\[secret\]"\)/,
    );
    assert.doesNotMatch(text, /canary/);
    stack.env.TITLE = canary;
    await stack.ok("refresh", ...apply);
    assert.deepEqual(await stack.steps("preview", "--diff", "--save-plan", "plan.json"), []);
    assert.doesNotMatch(readFileSync(join(stack.folder, "plan.json"), "utf8"), /canary/);
    assert.doesNotMatch(await stack.ok("stack", "export"), /canary/);
  });

  it("a rotated token in the environment is no difference, and violates no plan", async () => {
    accept("canary-rotated");
    assert.match(await stack.fails("preview"), /answered 401/);
    stack.env.PLATFORM_TOKEN = "canary-rotated";
    assert.deepEqual(await stack.steps("up", "--yes", "--plan", "plan.json"), []);
  });

  // The one of the environment is what pipelines rotate.
  onlyWhole(
    "a rotated token in the configuration serves the next preview, and is secret in the state",
    async () => {
      delete stack.env.PLATFORM_TOKEN;
      await stack.ok("up", ...apply, "--config", "platform:token=canary-rotated");
      accept("canary-again");
      // With its preview.
      assert.deepEqual(
        await stack.steps("up", "--yes", "--config", "platform:token=canary-again"),
        [],
      );
      assert.doesNotMatch(await stack.ok("stack", "export"), /canary/);
    },
  );
});
