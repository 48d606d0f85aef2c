import assert from "node:assert/strict";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import { z } from "zod";
import { defineAction } from "../../../../provider/dist/definition/action";
import type { Resource } from "../../../../provider/dist/definition/resource";
import type { Values } from "../../../../provider/dist/definition/values";
import { datasetIndex } from "../../../../provider/dist/resources/datasets/datasetIndex";
import { streamExecution } from "../../../../provider/dist/resources/streamExecution";
import { ownHome } from "../home";
import { changedPaths, lifecycleOn } from "../provider";
import { deadlines } from "../../harness/sessions/deadlines";

describe("an action", () => {
  let platform: Simulator;
  let said: string[];
  const home = ownHome();
  const operations = "extended";
  const provider = (config: Values = {}, leaving?: AbortSignal) => {
    const show = (line: string) => said.push(line);
    const wider = { operations, ...deadlines(0.5), ...config };
    return lifecycleOn(platform, wider, { show, leaving });
  };
  const documented = () => provider({ operations: "documented" });
  const stream: Values = { streamId: String(seedIds.stream) };
  const index: Values = { datasetId: seedIds.dataset };
  const run = (resource: Resource, inputs: Values, lifecycle = provider()) =>
    lifecycle.create({ resource, inputs, identity: resource.name });
  const execute = (more: Values = {}, lifecycle = provider()) =>
    run(streamExecution, { ...stream, ...more }, lifecycle);
  const sent = (method: string, path: RegExp) =>
    platform.calls.filter((call) => call.method === method && path.test(call.path));
  const posts = () => sent("POST", /\/(executions|indexes)$/);
  const lose = (rule: Partial<FaultRule> = {}) =>
    platform.fault({ method: "POST", path: "/(executions|indexes)$", kind: "close", ...rule });

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
    said = [];
  });

  describe("that executes a stream", () => {
    it("sends MANUAL unless the program says otherwise, and tells what the platform answered", async () => {
      const {
        state,
        warnings: [warning],
      } = await execute({}, documented());
      assert.deepEqual(
        posts().map(({ body }) => body),
        [{ action: "MANUAL" }],
      );
      assert.deepEqual(
        [state.executionId, state.currentState, state.outcome, warning],
        ["1", "ACTIVE", "done", undefined],
      );
      const inputs = { ...stream, action: "MANUAL" };
      const changed = changedPaths(
        await provider().diff({ resource: streamExecution, state, inputs }),
      );
      assert.deepEqual(changed, [], "the default in words is the default");
    });

    for (const body of ["", {}, "started", { executionId: {} }]) {
      it(`takes ${JSON.stringify(body)} for an answer that tells nothing`, async () => {
        lose({ kind: "body", moment: "after", body, status: body === "" ? 204 : 201 });
        const {
          state,
          warnings: [warning],
        } = await execute({}, documented());
        assert.deepEqual([state.outcome, warning], ["done", undefined]);
        assert.equal(state.executionId, undefined);
      });
    }

    it("is never started again where the answer is lost, and says what to look at", async () => {
      lose({ moment: "after" });
      const {
        state,
        warnings: [warning],
      } = await execute({}, documented());
      assert.equal(state.outcome, "unknown");
      assert.match(
        warning ?? "",
        /^It is unknown whether execution of stream 4021 ran: .*Look at the stream's executions on the instance\. To run it again, change `triggers`\.$/s,
      );
      assert.equal((await execute({}, documented())).state.outcome, "unknown", "after a kill");
      assert.equal(posts().length, 1);
    });

    it("is found in the list of executions where the answer is lost, if it is the only new one", async () => {
      await execute({}, documented());
      platform.calls.length = 0;
      lose({ moment: "after" });
      const { state } = await execute({ triggers: [2] });
      assert.deepEqual([state.outcome, state.executionId], ["done", "2"]);
      assert.equal(posts().length, 1);
    });

    it("is found behind hundreds of old executions, whatever their order", async () => {
      for (const order of [[], ["oldest-first"]] as const) {
        platform.reset();
        await execute({ triggers: [order.length] }, documented());
        const [first] = platform.state.executions;
        assert.ok(first);
        for (let executionId = 2; executionId <= 250; executionId++)
          platform.state.executions.push({ ...first, id: `4021/${executionId}`, executionId });
        platform.useVariants(...order);
        platform.calls.length = 0;
        lose({ moment: "after" });
        const { state } = await execute({ triggers: ["again", order.length] });
        assert.deepEqual([state.outcome, state.executionId], ["done", "251"]);
        assert.equal(posts().length, 1);
      }
    });

    it("takes none for its own where several are new, or one that nobody started by hand", async () => {
      lose({ moment: "after" });
      const running = execute();
      while (platform.state.executions.length === 0) await new Promise(setImmediate);
      const [first] = platform.state.executions;
      assert.ok(first);
      platform.state.executions.push({ ...first, id: "4021/7", executionId: 7 });
      assert.equal((await running).state.outcome, "unknown");

      platform.reset();
      const automated = [{ executionId: 9, runType: "AUTOMATED", currentState: "SUCCESS" }];
      platform.fault({ method: "GET", kind: "body", body: [], path: "/executions$" });
      platform.fault({
        method: "GET",
        kind: "body",
        body: automated,
        path: "/executions$",
        times: 0,
      });
      lose({ moment: "before" });
      assert.equal((await execute({ triggers: [3] })).state.outcome, "unknown");
    });

    it("is told from another one of the same program that has the same stream", async () => {
      lose({ moment: "before" });
      const lifecycle = provider();
      const ids = ["one", "two"].map((identity) =>
        lifecycle.create({ resource: streamExecution, inputs: stream, identity }),
      );
      const outcomes = (await Promise.all(ids)).map(({ state }) => state.outcome);
      assert.deepEqual(outcomes.sort(), ["done", "unknown"]);
      assert.equal(platform.state.executions.length, 1);
    });

    it("does not take for its own what another one started after the run that was killed", async () => {
      lose({ moment: "before" });
      await execute();
      const next = provider();
      await next.create({ resource: streamExecution, inputs: stream, identity: "another" });
      assert.equal((await execute({}, next)).state.outcome, "unknown");
      assert.equal(platform.state.executions.length, 1);
    });
  });

  describe("that indexes a dataset", () => {
    it("sends what the program says, and an empty request for everything", async () => {
      const { state } = await run(datasetIndex, index);
      assert.equal(state.indexRequestKey, platform.state.indexes[0]?.id);
      await run(datasetIndex, { ...index, dataIds: [] });
      await run(datasetIndex, { ...index, dataIds: ["2", "1"] });
      assert.deepEqual(
        posts().map(({ body }) => body),
        [{}, { dataIds: [] }, { dataIds: ["2", "1"] }],
      );
    });

    it("takes no ids and an empty list for the same, and their order for nothing", async () => {
      const differ = async (before: unknown, after: unknown) =>
        changedPaths(
          await provider().diff({
            resource: datasetIndex,
            state: { ...index, dataIds: before },
            inputs: { ...index, dataIds: after },
          }),
        );
      assert.deepEqual(await differ(undefined, []), []);
      assert.deepEqual(await differ([], undefined), []);
      assert.deepEqual(await differ(["1", "2"], ["2", "1"]), []);
      for (const all of [undefined, []]) {
        assert.deepEqual(await differ(["1"], all), ["dataIds"]);
        assert.deepEqual(await differ(all, ["1"]), ["dataIds"]);
      }
    });

    it("is sent again where the answer is lost, and run again where its process was killed", async () => {
      lose({ moment: "after" });
      const {
        state,
        warnings: [warning],
      } = await run(datasetIndex, index);
      assert.deepEqual([state.outcome, warning], ["done", undefined]);
      assert.equal(posts().length, 2);
      platform.fault({ method: "POST", path: "/indexes$", kind: "status", status: 503, times: 0 });
      await assert.rejects(run(datasetIndex, { ...index, triggers: [1] }), {
        code: "server_error",
      });
      assert.deepEqual(home.entries(), []);
    });
  });

  it("that is not sent any more when its process was killed after the answer runs once", async () => {
    await run(datasetIndex, index);
    const { state } = await run(datasetIndex, index);
    assert.deepEqual([state.outcome, state.indexRequestKey === undefined], ["done", false]);
    assert.equal(posts().length, 1);
  });

  it("whose answer a killed process took with it is not run again, and has no outputs", async () => {
    let runs = 0;
    const spoken = defineAction({
      name: "Spoken",
      noun: "word",
      does: "says a word",
      doc: "Says a word.",
      inputs: z.strictObject({}),
      outputs: z.object({ word: z.string() }),
      label: () => "of nobody",
      calls: [],
      run: () => Promise.resolve({ word: `hush ${++runs}` }),
      whenUnknown: [],
      example: { name: "example", args: {} },
    });
    assert.equal((await run(spoken, {})).state.word, "hush 1");
    assert.equal(home.entries().length, 1);
    assert.doesNotMatch(JSON.stringify(home.entries()), /hush/);
    const {
      state,
      warnings: [warning],
    } = await run(spoken, {});
    assert.deepEqual([state.outcome, state.word, runs], ["done", undefined, 1]);
    assert.match(warning ?? "", /does not run again\. The outputs of that run are not known\./);
  });
});
