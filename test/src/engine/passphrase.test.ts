import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { bin, execute } from "../cli/command";
import { accessTo, pluginStack } from "../plugin/stack";
import type { Stack } from "./stacks/stack";

describe("doctor, where the passphrase is that of another stack", () => {
  let platform: Simulator;
  let stack: Stack;
  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = pluginStack({ ...accessTo(platform), PULUMI_STACK: "test" }).withoutShortcuts();
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });

  it("says so, even if the stack has no secret", async () => {
    await stack.ok("preview");
    const problems = async (passphrase: string | undefined) => {
      const env = Object.entries({ ...stack.env, PULUMI_CONFIG_PASSPHRASE: passphrase }).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      );
      const { out } = await execute(
        stack.folder,
        process.execPath,
        [bin, "doctor", "--json"],
        Object.fromEntries(env),
      );
      const { groups } = JSON.parse(out) as { groups: { findings: { what: string }[] }[] };
      const found = groups.flatMap(({ findings }) => findings.map(({ what }) => what));
      return found.filter((what) => what.includes("passphrase"));
    };
    assert.deepEqual(await problems(stack.env.PULUMI_CONFIG_PASSPHRASE), []);
    assert.deepEqual(await problems("other"), [
      "The passphrase in the environment does not work for stack test: incorrect passphrase.",
    ]);
  });
});
