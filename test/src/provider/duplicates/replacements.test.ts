import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Resource } from "../../../../provider/dist/definition/resource";
import type { Values } from "../../../../provider/dist/definition/values";
import { certification } from "../../../../provider/dist/resources/certification";
import { datasetShare } from "../../../../provider/dist/resources/datasets/datasetShare";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { certified, orders, weekly } from "../../engine/stacks/declarations";
import { deadlines } from "../../harness/sessions/deadlines";
import { ownHome } from "../home";
import { newProcess } from "../provider";

/** Where an instance keeps what these resources create. */
const kept: [Resource, Values, (platform: Simulator) => number][] = [
  [
    datasetShare,
    orders().args,
    ({ state }) => state.shares.filter(({ accessLevel }) => accessLevel !== "OWNER").length,
  ],
  [certification, certified().args, ({ state }) => state.certifications.length],
];

describe("a replacement that the engine is asked for, without a change", () => {
  let platform: Simulator;
  ownHome();
  const identity = "r00000000one";
  const provider = (settings: Values = {}) =>
    newProcess(platform, { operations: "extended", ...deadlines(1), ...settings });

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => platform.reset());

  for (const [resource, inputs, count] of kept) {
    const about = { resource, identity };

    for (const operations of ["documented", "extended"])
      for (const order of ["createFirst", "deleteFirst"])
        it(`leaves what a ${resource.name} declares, ${order}, in ${operations} operations`, async () => {
          const { id, state } = await provider({ operations }).create({ ...about, inputs });
          const before = count(platform);
          assert.ok(before > 0);
          const run = provider({ operations });
          // With `--replace`, the engine tells nothing of the old object before it deletes that.
          await run.check({ ...about, inputs });
          const verbs = [
            () => run.create({ ...about, inputs }),
            () => run.delete({ ...about, id, state }),
          ];
          for (const verb of order === "createFirst" ? verbs : verbs.reverse()) await verb();
          assert.equal(count(platform), before);
        });

    it(`leaves what a ${resource.name} declares when a later run deletes the old state`, async () => {
      const { id, state } = await provider().create({ ...about, inputs });
      const before = count(platform);
      const run = provider();
      await run.check({ ...about, old: inputs, inputs });
      await run.diff({ ...about, id, state, inputs });
      await run.delete({ ...about, id, state });
      assert.equal(count(platform), before);
    });

    it(`deletes a ${resource.name} that the program no longer has`, async () => {
      const { id, state } = await provider().create({ ...about, inputs });
      await provider().delete({ ...about, id, state });
      assert.equal(count(platform), 0);
    });
  }

  it("that is repeated after it failed names the command that deletes what it replaced", async () => {
    const about = { resource: reportSchedule, identity };
    const inputs = weekly().args;
    const command = () => provider({ visibilityDelaySeconds: 0 });
    const first = await command().create({ ...about, inputs });
    const failed = command();
    await failed.read({ ...about, ...first });
    await failed.check({ ...about, inputs });
    const { id, state } = await failed.create({ ...about, inputs });
    const repeated = command();
    await repeated.read({ ...about, id, state });
    await repeated.check({ ...about, inputs });
    await assert.rejects(repeated.create({ ...about, inputs }), {
      code: "duplicate_exists",
      message:
        /\n {2}1\. If the command has `--replace`, run the command again without `--replace`\./,
    });
    assert.equal(platform.state.schedules.length, 2);
  });

  it("removes the access that the program does not declare any more", async () => {
    const about = { resource: datasetShare, identity };
    const { args } = orders();
    const { id, state } = await provider().create({ ...about, inputs: args });
    const inputs = { ...args, permissions: (args.permissions as Values[]).slice(0, 1) };
    const run = provider();
    await run.check({ ...about, inputs });
    await run.create({ ...about, inputs });
    await run.delete({ ...about, id, state });
    const [, , count] = kept[0] ?? assert.fail();
    assert.equal(count(platform), 1);
  });

  it("knows the old group after an object of another type with the same id", async () => {
    const about = { resource: group, identity };
    const inputs = { name: "Analysts", type: "open" };
    const schedule = { resource: reportSchedule, identity: "r00000000two", inputs: weekly().args };
    const { id, state } = await provider().create({ ...about, inputs });
    const { state: scheduled } = await provider().create(schedule);
    const run = provider();
    await run.read({ ...about, id, state });
    await run.check({ ...schedule, old: schedule.inputs });
    await run.diff({ ...schedule, id, state: scheduled });
    await run.check({ ...about, inputs });
    await assert.rejects(run.create({ ...about, inputs }), /the old one still has this name/);
  });
});
