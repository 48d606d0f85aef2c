import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { functions, resources } from "../../../provider/dist/catalog";
import { weekly } from "./declarations";
import { Stack } from "./stack";

/** The examples of the reference as one program: what a reader copies from there works. */
describe("the examples of the reference", () => {
  let platform: Simulator;
  let stack: Stack;
  const definitions = [...resources, ...functions];

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = new Stack({
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_API_URL: `${platform.url}/workflow-api`,
      PLATFORM_ACCESS_TOKEN: platform.workflowToken,
      PLATFORM_OPERATIONS: "extended",
    });
    stack.remove("index.js");
    stack.write("package.json", JSON.stringify({ name: "program" }));
    stack.write("Pulumi.yaml", "name: program\nruntime: nodejs\n");
    for (const { name, example } of definitions) stack.write(`${name}.ts`, example);
    stack.write(
      "index.ts",
      definitions.map(({ name }) => `export * as ${name} from "./${name}";`).join("\n"),
    );
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });

  /** What they name by its id is there. */
  function haveWhatTheyName(): void {
    const text = definitions.map(({ example }) => example).join("\n");
    const ids = [...text.matchAll(/scheduleId: "(\d+)"/g)].map(([, id]) => Number(id));
    const [known] = platform.state.schedules;
    assert.ok(known);
    for (const id of new Set(ids)) {
      if (platform.state.schedules.some((schedule) => schedule.id === id)) continue;
      platform.state.schedules.push({ ...structuredClone(known), id, title: `Report ${id}` });
    }
  }

  it("are applied together, and are then unchanged", async () => {
    await makeByHand(platform);
    haveWhatTheyName();
    await stack.ok("up", "--yes", "--skip-preview");
    const { resources: stored = [] } = await stack.deployment();
    const made = new Set(stored.map(({ type }) => type.split(":").pop()));
    for (const { name } of resources) assert.ok(made.has(name), `there is no ${name}`);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });

  it("show what they export", async () => {
    const shown = JSON.parse(await stack.ok("stack", "output", "--json")) as object;
    for (const { name, example } of definitions) {
      if (example.includes("export const")) assert.ok(name in shown, `${name} exports nothing`);
    }
  });
});

/** The first group gets the id that the examples name. */
async function makeByHand(platform: Simulator): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(platform.url + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "X-SERVICE-Developer-Token": platform.token,
      },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, await answer.text());
  };
  await post("/api/content/v2/groups", { name: "By hand", description: "", type: "open" });
  await post("/api/content/v1/reportschedules", { ...weekly().args, title: "By hand" });
}
