import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Stack } from "../engine/stacks/stack";
import { onlyWhole } from "../harness/lives/sampled";
import { run } from "./command";
import { commonjs, declaredNames, esm, mocks, onPlugin, typescript } from "./programs";
import { releasedProviders } from "./releasedProviders";
import { Project } from "./project";
import type { Program } from "./project";

/** Runs a program against an instance of its own, which must be empty again at the end. */
async function onInstance(
  project: Project,
  program: Program,
  live: (platform: Simulator) => Promise<void>,
): Promise<void> {
  const platform = await startSimulator({ profile: "extended" });
  try {
    const { stack } = project;
    Object.assign(stack.env, { PLATFORM_BASE_URL: platform.url, PLATFORM_TOKEN: platform.token });
    stack.env.PULUMI_NODEJS_TRANSPILE_ONLY = undefined;
    project.write(program);
    await live(platform);
    await stack.ok("destroy", "--yes", "--skip-preview");
    const { schedules, groups, certifications, shares } = platform.state;
    const others = shares.filter(({ accessLevel }) => accessLevel !== "OWNER");
    assert.deepEqual([schedules, groups, certifications, others], [[], [], [], []]);
  } finally {
    await platform.close();
  }
}

/** One life of a stack, from nothing to nothing. `look` runs in the middle of it. */
const lives = (
  project: Project,
  program: Program,
  look: (stack: Stack) => Promise<void> = () => Promise.resolve(),
) =>
  onInstance(project, program, async (platform) => {
    const { stack } = project;
    assert.deepEqual(
      await stack.steps("up", "--yes", "--skip-preview"),
      declaredNames.map((name) => `create ${name}`).sort(),
    );
    // This command has checked the types of the program.
    stack.env.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
    assert.deepEqual(
      platform.state.schedules.map(({ title }) => title),
      ["Weekly sales"],
    );
    assert.deepEqual(platform.state.groups.map(({ name }) => name).sort(), ["Analysts", "Team"]);
    assert.deepEqual(platform.outbox.map(({ to }) => to).sort(), [
      "board@example.com",
      "readers@example.com",
    ]);
    assert.equal(platform.state.executions.length, 1);
    assert.equal(platform.state.indexes.length, 1);
    await look(stack);
  });

async function isUnchanged(stack: Stack): Promise<void> {
  assert.equal((await stack.ok("stack", "output", "roleCount")).trim(), "5");
  assert.deepEqual(await stack.steps("preview"), []);
}

/** Also what any released provider left in the state can be refreshed, and then destroyed. */
async function isReleased(stack: Stack): Promise<void> {
  await isUnchanged(stack);
  const inState = Object.values(await stack.state()).map(({ outputs }) => outputs?.__provider);
  assert.deepEqual([...new Set(inState)].sort(), [...releasedProviders].sort());
  assert.deepEqual(await stack.steps("refresh", "--yes"), []);
}

describe("the packages outside this tree", () => {
  describe("installed with npm", () => {
    let project: Project;
    before(async () => (project = await Project.installed("npm")));

    onlyWhole(
      "run a CommonJS program, and refresh and destroy what any released provider left",
      async () => lives(project, commonjs, isReleased),
    );
    it("run a TypeScript program, and refresh and destroy what any released provider left", async () =>
      lives(project, typescript, isReleased));
    onlyWhole("run a program on the plugin", async () => lives(project, onPlugin, isUnchanged));
    onlyWhole("run an ESM program", async () => lives(project, esm, isUnchanged));

    it("give an ESM program namespace and named imports", async () => {
      project.write(esm);
      writeFileSync(join(project.folder, "mocks.mjs"), mocks);
      const made = await run(project.folder, process.execPath, "mocks.mjs");
      assert.deepEqual(made.trim().split("\n").sort(), [...declaredNames, "5 roles"].sort());
    });

    it("start the simulator by its command", async () => {
      const command = join(project.folder, "node_modules", ".bin", "pulumi-platform-simulator");
      const child = spawn(command, ["--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      child.kill();
      await once(child, "exit");
      assert.match(line.toString(), /^listening http:\/\/127\.0\.0\.1:\d+\n$/);
    });
  });

  describe("installed with pnpm, which links only what is declared", () => {
    let project: Project;
    before(async () => (project = await Project.installed("pnpm")));

    onlyWhole("run a CommonJS program", async () => lives(project, commonjs));
    onlyWhole("run an ESM program", async () => lives(project, esm));
  });
});
