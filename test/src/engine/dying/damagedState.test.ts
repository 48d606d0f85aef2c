import assert from "node:assert/strict";
import { readdirSync, readFileSync, truncateSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { bin, execute } from "../../cli/command";
import { accessTo, apply, pluginStack } from "../../plugin/stack";
import { schedules } from "../stacks/declarations";
import type { Stack } from "../stacks/stack";

const size = 3;

interface Report {
  groups: { name: string; findings: { what: string; run: string }[] }[];
}

describe("a state file that a kill cut off", () => {
  let platform: Simulator;
  let stack: Stack;
  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = pluginStack({ ...accessTo(platform), PLATFORM_OPERATIONS: "extended" });
    stack.env.PULUMI_STACK = "test";
    stack.env.PULUMI_DIY_BACKEND_ZSTD = "true";
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });

  const folder = () => join(stack.folder, "state", ".pulumi", "stacks", "program");
  const run = (...args: string[]) => {
    const env = Object.entries(stack.env).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    return execute(stack.folder, process.execPath, [bin, ...args], Object.fromEntries(env));
  };

  it("is found by doctor, and put back by recover, after which up makes no duplicate", async () => {
    stack.declare(schedules(size));
    await stack.ok("up", ...apply);
    const [file = ""] = readdirSync(folder()).filter((name) => /\.json(\.gz|\.zst)?$/.test(name));
    const whole = readFileSync(join(folder(), file));
    truncateSync(join(folder(), file), Math.floor(whole.length / 3));

    const doctor = await run("doctor", "--json");
    assert.equal(doctor.code, 1, doctor.out + doctor.err);
    const { groups } = JSON.parse(doctor.out) as Report;
    const [found] = groups.find(({ name }) => name === "state")?.findings ?? [];
    assert.match(found?.what ?? "", /The state of stack test is cut off/);
    assert.equal(found?.run, "pulumi-platform recover --stack test");

    const asked = await run("recover");
    assert.equal(asked.code, 1, asked.out + asked.err);
    assert.match(asked.out, /copy of the engine: \S+\.bak/);
    assert.match(asked.out, /It lacks .*newest state in the history/);
    assert.match(asked.out, /Nothing was changed/);

    const done = await run("recover", "--yes");
    assert.equal(done.code, 0, done.out + done.err);
    assert.ok(readdirSync(folder()).some((name) => name.includes(".broken-")));
    await stack.ok("up", ...apply);
    assert.equal(platform.state.schedules.length, size);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);

    for (const name of readdirSync(folder())) unlinkSync(join(folder(), name));
    const lost = await run("recover", "--stack", "test");
    assert.equal(lost.code, 2, lost.out + lost.err);
    assert.match(lost.err, /no stack named 'test' found\.\n.* pulumi stack init test/);
  });
});
