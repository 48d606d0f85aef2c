import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Stack } from "../../engine/stacks/stack";
import { accessTo, apply, pluginStack, plugins } from "../stack";

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

  const streams = (streamId: string, trigger: string) => `
name: program
runtime: yaml
${plugins}
config:
  stream: { type: integer }
  quoted: { type: string }
variables:
  digits: { fn::toJSON: "\${stream}" }
resources:
  run:
    type: platform:StreamExecution
    properties: { streamId: "${streamId}", triggers: ["${trigger}"] }
`;
  it("is told how to keep the digits of a long number, and that keeps them", async () => {
    await stack.ok("config", "set", "stream", "1040000000");
    await stack.ok("config", "set", "quoted", '"9007199254740993"');
    for (const { streamId, trigger, said } of [
      {
        streamId: "${stream}",
        trigger: "${digits}",
        said: 'streamId must be a string, not 1040000000. Write it in quotes: "1040000000". In YAML, write "${name}" as { fn::toJSON: "${name}" }.',
      },
      {
        streamId: "${digits}",
        trigger: "run-${stream}",
        said: 'triggers[0] contains 1.04e+09, which YAML programs make of a long number in a text. Declare a variable { fn::toJSON: "${name}" }, and use it instead of the number. To send it unchanged, set platform:allowUnknownValues to true.',
      },
    ]) {
      stack.write("Pulumi.yaml", streams(streamId, trigger));
      const { errors } = await stack.told("preview");
      assert.ok(errors.get("run")?.includes(said), errors.get("run"));
    }
    stack.write("Pulumi.yaml", streams("${digits}", "run-${digits}-${quoted}"));
    await stack.ok("up", ...apply);
    assert.deepEqual(
      platform.state.executions.map((one) => one.streamId),
      [1040000000],
    );
    const { run } = await stack.state();
    assert.deepEqual(run?.inputs?.triggers, ["run-1040000000-9007199254740993"]);
    await stack.ok("destroy", ...apply);
  });

  it("is told by the path of the property what is not allowed", async () => {
    stack.write("Pulumi.yaml", project(24));
    const { errors } = await stack.told("preview");
    assert.match(
      errors.get("weekly") ?? "",
      /schedule\.hourOfDay .*24 is outside the assumed range \(0–23\)/,
    );
  });
});
