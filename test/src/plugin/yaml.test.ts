import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Stack } from "../engine/stack";
import { accessTo, apply, pluginStack, plugins } from "./stack";

/** A project that needs nothing but the plugin. */
const project = (hour: number | string) => `
name: program
runtime: yaml
${plugins}
variables:
  roles: { fn::invoke: { function: platform:getRoles } }
resources:
  weekly:
    type: platform:ReportSchedule
    properties:
      title: Weekly sales
      pageId: 1001
      viewId: 2001
      attachmentInclude: true
      schedule: { frequency: WEEKLY, daysToRun: MON, hourOfDay: ${hour}, minOfHour: 0, enabled: true }
  analysts:
    type: platform:Group
    properties: { name: Analysts, type: open, description: "Readers of \${weekly.id}" }
  send:
    type: platform:ReportSend
    properties: { scheduleId: "\${weekly.id}", recipients: [{ type: EMAIL, value: a@example.com }] }
outputs:
  first: \${roles.roles[0].name}
`;

describe("a YAML program", () => {
  let platform: Simulator;
  let stack: Stack;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = pluginStack({ ...accessTo(platform), PLATFORM_OPERATIONS: "extended" });
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });

  it("lives with the plugin alone, and what is not known yet stays so in its preview", async () => {
    stack.write("Pulumi.yaml", project(8));
    const { text } = await stack.told("preview", "--diff");
    assert.match(text, /description: \[unknown\]/);
    const applied = await stack.ok("up", ...apply);
    const { weekly, analysts } = await stack.state();
    assert.equal(analysts?.outputs?.description, `Readers of ${weekly?.id}`);
    const [role] = platform.state.roles;
    assert.match(applied, new RegExp(`first *: "${role?.name}"`));
    assert.equal(platform.outbox.length, 1);

    stack.write("Pulumi.yaml", project(9));
    const { differences } = await stack.told("preview");
    assert.deepEqual(Object.fromEntries(differences), {
      weekly: ["update schedule.hourOfDay"],
    });
    await stack.ok("destroy", ...apply);
    assert.deepEqual([platform.state.schedules, platform.state.groups], [[], []]);
  });

  it("is told by the path of the property what is not allowed", async () => {
    stack.write("Pulumi.yaml", project(24));
    const { errors } = await stack.told("preview");
    assert.match(errors.get("weekly") ?? "", /schedule\.hourOfDay .*24 is outside the assumed range \(0–23\)/);
  });
});
