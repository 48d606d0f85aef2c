import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { z } from "zod";
import { anyId } from "../../../../provider/dist/definition/answers";
import { defineObject } from "../../../../provider/dist/definition/object";
import { routes } from "../../../../provider/dist/platform/routes";
import { furtherCalls } from "../../harness/sessions/connectionReads";
import { lifecycleOn } from "../provider";

const resource = defineObject({
  name: "Crew",
  noun: "crew",
  doc: "A group that only extended operations create.",
  inputs: z.strictObject({ name: z.string() }),
  outputs: z.object({}),
  label: ({ name }) => `"${name}"`,
  documented: {},
  extended: {
    create: {
      calls: [{ route: routes.createGroup }],
      run: (instance, { name }) =>
        instance.send({
          operation: `create crew "${name}"`,
          route: routes.createGroup,
          body: { name, type: "open" },
          answer: z.object({ id: anyId }),
        }),
    },
  },
  replacement: "deleteFirst",
  example: { name: "example", args: {} },
});

describe("an object that only extended operations create", () => {
  let platform: Simulator;
  beforeEach(async () => (platform = await startSimulator()));
  afterEach(() => platform.close());
  const lifecycle = (operations: string) => lifecycleOn(platform, { operations });
  const inputs = { name: "Analysts" };

  it("fails in the check of documented operations, and says what to set", async () => {
    const { failures } = await lifecycle("documented").check({ resource, inputs });
    assert.equal(failures.length, 1);
    assert.equal(failures[0]?.code, "impossible");
    assert.match(failures[0].reason, /Run `pulumi config set platform:operations extended`/);
    assert.deepEqual(furtherCalls(platform), []);
  });

  it("fails in documented operations before any call", async () => {
    const creating = lifecycle("documented").create({ resource, inputs });
    await assert.rejects(creating, { code: "impossible" });
    assert.deepEqual(platform.calls, []);
  });

  it("is created in extended operations", async () => {
    assert.deepEqual((await lifecycle("extended").check({ resource, inputs })).failures, []);
    await lifecycle("extended").create({ resource, inputs });
    assert.equal(platform.state.groups[0]?.name, "Analysts");
  });
});
