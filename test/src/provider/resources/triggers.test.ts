import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Resource } from "../../../../provider/dist/definition/resource";
import type { Values } from "../../../../provider/dist/definition/values";
import { certification } from "../../../../provider/dist/resources/certification";
import { datasetShare } from "../../../../provider/dist/resources/datasets/datasetShare";
import { scheduledReportEmails } from "../../../../provider/dist/resources/scheduledReportEmails";
import { dataset, permissions } from "../../engine/stacks/declarations";
import { ownHome } from "../home";
import { changedPaths, lifecycleOn } from "../provider";

const card = { entityType: "CARD", entityId: "12" };
const share = (words: string[], more: Values = {}) => ({
  datasetId: dataset,
  permissions: permissions(...words),
  ...more,
});
const both = ["USER 42 CAN_VIEW", "GROUP 7 CAN_SHARE"];

const cases: {
  resource: Resource;
  inputs: Values;
  key?: string;
  byHand: (of: Simulator) => void;
}[] = [
  {
    resource: certification,
    inputs: card,
    key: "CARD/12",
    byHand: ({ state }) => (state.certifications = []),
  },
  {
    resource: scheduledReportEmails,
    inputs: { enabled: false },
    byHand: ({ state }) => (state.scheduledReportEmails = true),
  },
  {
    resource: datasetShare,
    inputs: share(both),
    key: dataset,
    byHand: ({ state }) =>
      (state.shares = state.shares.filter(({ accessLevel }) => accessLevel === "OWNER")),
  },
];

describe("triggers of an object", () => {
  let platform: Simulator;
  ownHome();
  const identity = "one";
  const on = (operations: string, settings: Values = {}) =>
    lifecycleOn(platform, { operations, ...settings });
  const calls = () => platform.calls.map(({ method, path }) => `${method} ${path}`);
  const seen = () => {
    const { certifications, scheduledReportEmails, shares } = platform.state;
    const states = certifications.map(({ id, state }) => ({ id, state }));
    return structuredClone({ states, scheduledReportEmails, shares: [...shares].sort(byId) });
  };
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => platform.reset());

  for (const { resource, inputs, key, byHand } of cases) {
    for (const operations of ["documented", "extended"]) {
      it(`assert ${resource.name} again after a manual change, with one call, in ${operations} operations`, async () => {
        const lifecycle = on(operations);
        const { id, state } = await lifecycle.create({ resource, inputs, identity });
        const wanted = seen();
        byHand(platform);
        assert.notDeepEqual(seen(), wanted);
        platform.calls.length = 0;
        const next = { ...inputs, triggers: ["again"] };
        const preview = await lifecycle.diff({ resource, id, state, inputs: next, identity });
        assert.deepEqual(preview.differences, [{ path: "triggers", kind: "add", replaces: false }]);
        assert.deepEqual(preview.notices, []);
        const updated = await lifecycle.update({ resource, id, state, inputs: next, identity });
        assert.deepEqual(seen(), wanted);
        assert.equal(platform.calls.length, 1, calls().join("\n"));
        assert.deepEqual(updated.warnings, []);
        assert.deepEqual(updated.state.triggers, ["again"]);
      });
    }

    it(`of ${resource.name} are sent again when the answer is lost`, async () => {
      const lifecycle = on("documented");
      const { id, state } = await lifecycle.create({ resource, inputs, identity });
      platform.fault({ kind: "close", moment: "after" });
      platform.calls.length = 0;
      const next = { ...inputs, triggers: [1] };
      await lifecycle.update({ resource, id, state, inputs: next, identity });
      assert.equal(platform.calls.length, 2);
      assert.equal(new Set(calls()).size, 1);
    });

    it(`of ${resource.name} are no change when they are removed, empty or read`, async () => {
      const lifecycle = on("extended");
      const first = { ...inputs, triggers: ["first"] };
      const { id, state } = await lifecycle.create({ resource, inputs: first });
      const changed = async (next: Values, from = state) =>
        changedPaths(await lifecycle.diff({ resource, id, state: from, inputs: next }));
      assert.deepEqual(await changed(inputs), []);
      assert.deepEqual(await changed({ ...inputs, triggers: [] }), []);
      assert.deepEqual(await changed({ ...inputs, triggers: ["second"] }), ["triggers"]);
      const read = await lifecycle.read({ resource, id, state });
      assert.deepEqual(read?.inputs.triggers, ["first"]);
      assert.deepEqual(await changed(first, read.state), []);
    });

    if (key !== undefined) {
      it(`of ${resource.name} are no change after an import`, async () => {
        const lifecycle = on("extended");
        await lifecycle.create({ resource, inputs });
        const imported = await lifecycle.import({ resource, key, identity });
        const state = { ...imported.state, ...imported.inputs };
        const next = { ...inputs, triggers: ["first"] };
        const { differences, notices } = await lifecycle.diff({
          resource,
          id: key,
          state,
          inputs: next,
        });
        assert.deepEqual([differences, notices, imported.notices], [[], [], []]);
      });
    }
  }

  describe("of a share that mails", () => {
    const mailing = (words: string[], ...triggers: string[]) =>
      share(words, { sendEmail: true, triggers });
    const bodies = () =>
      platform.calls.filter(({ method }) => method === "POST").map(({ body }) => body);
    const made = async () => {
      const inputs = mailing(both, "first");
      const { id, state } = await on("documented").create({
        resource: datasetShare,
        inputs,
        identity,
      });
      platform.calls.length = 0;
      platform.outbox.length = 0;
      return { resource: datasetShare, id, state, identity };
    };
    const told = () => platform.outbox.map(({ to }) => to);
    const third = "USER 43 CAN_VIEW";

    for (const operations of ["documented", "extended"]) {
      it(`mail nobody by themselves, in ${operations} operations`, async () => {
        const change = { ...(await made()), inputs: mailing(both, "second") };
        const lifecycle = on(operations);
        await lifecycle.check({ ...change, old: change.state });
        platform.calls.length = 0;
        assert.deepEqual((await lifecycle.diff(change)).notices, []);
        const { warnings } = await lifecycle.update(change);
        assert.deepEqual(bodies(), [{ permissions: permissions(...both), sendEmail: false }]);
        assert.deepEqual([told(), warnings], [[], []]);
      });

      it(`mail only who is added, with the last call, in ${operations} operations`, async () => {
        const change = { ...(await made()), inputs: mailing([third, ...both], "second") };
        const lifecycle = on(operations);
        await lifecycle.check({ ...change, old: change.state });
        platform.calls.length = 0;
        assert.match(
          (await lifecycle.diff(change)).notices.join(),
          /will e-mail 1 recipient \(user 43\)/,
        );
        const { state } = await lifecycle.update(change);
        assert.deepEqual(bodies(), [
          { permissions: permissions(...both), sendEmail: false },
          { permissions: permissions(third), sendEmail: true },
        ]);
        assert.deepEqual(told(), ["USER:43"]);
        assert.equal(state.outcome, "done");
      });
    }

    it("mail nobody where platform:mail is muted, and grant everything", async () => {
      const change = { ...(await made()), inputs: mailing([third, ...both], "second") };
      const { state } = await on("documented", { mail: "muted" }).update(change);
      assert.deepEqual(bodies(), [{ permissions: permissions(third, ...both), sendEmail: false }]);
      assert.deepEqual([told(), state.outcome], [[], "muted"]);
    });

    it("mail once when the answer to the mail is lost", async () => {
      const change = { ...(await made()), inputs: mailing([third, ...both], "second") };
      platform.fault({ kind: "close", moment: "after", skip: 1 });
      const { state } = await on("documented").update(change);
      assert.deepEqual([told(), state.outcome], [["USER:43"], "unknown"]);
      assert.deepEqual(bodies().at(-1), {
        permissions: permissions(third, ...both),
        sendEmail: false,
      });
    });

    it("leave the mail to the next run where the repeated grant fails", async () => {
      const change = { ...(await made()), inputs: mailing([third, ...both], "second") };
      platform.fault({ kind: "close", moment: "after", times: 0 });
      await assert.rejects(on("documented", { writeDeadlineSeconds: 0.5 }).update(change), {
        message: /^Could not repeat the access to dataset/,
      });
      assert.deepEqual(told(), []);
      platform.clearFaults();
      const { state } = await on("documented").update(change);
      assert.deepEqual([told(), state.outcome], [["USER:43"], "done"]);
    });

    it("mail nobody again where an earlier run mailed and its state was lost", async () => {
      const change = await made();
      await on("documented").update({ ...change, inputs: mailing([third, ...both], "second") });
      await on("documented").update({ ...change, inputs: mailing([third, ...both], "third") });
      assert.deepEqual(told(), ["USER:43"]);
    });
  });
});
