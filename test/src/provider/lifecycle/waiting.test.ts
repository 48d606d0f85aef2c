import assert from "node:assert/strict";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Resource } from "../../../../provider/dist/definition/resource";
import type { Values } from "../../../../provider/dist/definition/values";
import { datasetIndex } from "../../../../provider/dist/resources/datasets/datasetIndex";
import { streamExecution } from "../../../../provider/dist/resources/streamExecution";
import { ownHome } from "../home";
import { changedPaths, lifecycleOn } from "../provider";
import { deadlines } from "../../harness/sessions/deadlines";

describe("an action that is waited for", () => {
  let platform: Simulator;
  let said: string[];
  const home = ownHome();
  const provider = (config: Values = {}, leaving?: AbortSignal) => {
    const show = (line: string) => said.push(line);
    const wider = { operations: "extended", ...deadlines(0.5), ...config };
    return lifecycleOn(platform, wider, { show, leaving });
  };
  const stream: Values = { streamId: String(seedIds.stream), waitMinutes: 1 };
  const index: Values = { datasetId: seedIds.dataset, waitMinutes: 1 };
  const create = (resource: Resource, inputs: Values, lifecycle = provider()) =>
    lifecycle.create({ resource, inputs, identity: resource.name });
  const execute = (more: Values = {}, lifecycle = provider()) =>
    create(streamExecution, { ...stream, ...more }, lifecycle);
  const started = () => platform.calls.filter(({ method }) => method === "POST").length;
  const shown = (path: string, ...bodies: unknown[]) => {
    for (const body of bodies) platform.fault({ method: "GET", path, kind: "body", body });
  };
  const one = "/executions/\\d+$";

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
    said = [];
  });

  it("ends with its end, and says each thing once on the way", async () => {
    const body = (currentState: string) => ({ executionId: 1, currentState });
    shown(one, body("QUEUED"), body("QUEUED"));
    const {
      state,
      warnings: [warning],
    } = await execute();
    assert.equal(warning, undefined);
    assert.deepEqual(
      [state.outcome, state.currentState, state.executionId, state.rowsInserted],
      ["done", "SUCCESS", "1", 1000],
    );
    assert.deepEqual(said, [
      "StreamExecution of stream 4021: execution 1 is QUEUED.",
      "StreamExecution of stream 4021: execution 1 is SUCCESS.",
    ]);
    assert.equal(started(), 1);
  });

  it("tells how many data versions are indexed, and takes strange words for going on", async () => {
    const words = (...list: string[]) => list.map((status) => ({ status }));
    shown("/statuses$", words("WARMING_UP", "success"));
    const { state } = await create(datasetIndex, { ...index, dataIds: ["1", "2"] });
    assert.deepEqual(said, [
      `DatasetIndex of dataset ${seedIds.dataset}: 1 of 2 data versions are indexed.`,
      `DatasetIndex of dataset ${seedIds.dataset}: 2 of 2 data versions are indexed.`,
    ]);
    assert.deepEqual([state.indexedVersions, state.requestedVersions], [2, 2]);
  });

  it("needs no time where no data version needs to be indexed", async () => {
    platform.state.datasets[0]?.versions.forEach((version) => (version.indexed = true));
    const { state } = await create(datasetIndex, index);
    assert.deepEqual([state.outcome, state.requestedVersions], ["done", 0]);
  });

  for (const currentState of ["FAILED", "CANCELLED"]) {
    it(`fails where it ends as ${currentState}, with its id and the reason, and is run again by the next up`, async () => {
      const errors = [{ message: "the source is gone" }, { code: "E7" }];
      shown(one, { executionId: 1, currentState, errors });
      await assert.rejects(execute(), {
        code: "ended_badly",
        message: `Could not wait for execution of stream 4021: execution 1 is ${currentState}: the source is gone; E7. Look on the instance for the reason. The next \`pulumi up\` runs it again. [ended_badly]`,
      });
      assert.deepEqual(home.entries(), []);
      assert.equal((await execute()).state.executionId, "2");
      assert.equal(started(), 2);
    });
  }

  it("fails where a data version cannot be indexed, once all have ended", async () => {
    const words = (...list: string[]) => list.map((status) => ({ status }));
    shown("/statuses$", words("ERROR", "PROCESSING"), words("ERROR", "SUCCESS"));
    await assert.rejects(create(datasetIndex, index), {
      code: "ended_badly",
      message: /: 1 of 2 data versions are indexed, 1 failed\. /,
    });
  });

  it("succeeds with a warning where the time is over, and is not run again", async () => {
    platform.state.timing.executionMs = 60_000;
    const {
      state,
      warnings: [warning],
    } = await execute({ waitMinutes: 0.001 });
    assert.deepEqual([state.outcome, state.currentState], ["done", "ACTIVE"]);
    assert.equal(
      warning,
      "StreamExecution of stream 4021 is still running: execution 1 is ACTIVE after 0.001 minutes. It will not run again automatically.",
    );
    const inputs = { ...stream, waitMinutes: 30 };
    const changed = changedPaths(
      await provider().diff({ resource: streamExecution, state, inputs }),
    );
    assert.deepEqual(changed, [], "how long is waited is no reason to run it");
  });

  it("goes on to be waited for by the next run when its process ended meanwhile", async () => {
    platform.state.timing.executionMs = 60_000;
    const engine = new AbortController();
    const waiting = execute({}, provider({}, engine.signal));
    while (said.length === 0) await new Promise(setImmediate);
    engine.abort();
    await assert.rejects(waiting, {
      code: "interrupted",
      message:
        /Pulumi stopped this run, and execution 1 is ACTIVE\. .*without a second run\. \[interrupted\]$/,
    });
    const [entry, ...others] = home.entries();
    assert.deepEqual(others, []);
    assert.ok(JSON.stringify(entry).length < 400, JSON.stringify(entry));

    platform.state.timing.executionMs = 0;
    const { state } = await execute();
    assert.deepEqual(
      [state.outcome, state.executionId, state.currentState],
      ["done", "1", "SUCCESS"],
    );
    assert.equal(started(), 1);
  });

  it("is waited for again where the platform did not answer meanwhile", async () => {
    platform.fault({ method: "GET", path: one, kind: "status", status: 403, times: 1 });
    await assert.rejects(execute(), { code: "forbidden" });
    assert.equal((await execute()).state.executionId, "1");
    assert.equal(started(), 1);
  });

  it("is found in the list of executions where the answer does not tell its id", async () => {
    platform.fault({ method: "POST", kind: "body", moment: "after", body: {} });
    const { state } = await execute();
    assert.deepEqual([state.executionId, state.currentState], ["1", "SUCCESS"]);
  });

  it("says that it is not waited for where nothing tells what to ask for", async () => {
    platform.fault({ method: "POST", kind: "body", moment: "after", body: {} });
    const {
      state,
      warnings: [warning],
    } = await create(datasetIndex, index);
    assert.equal(state.outcome, "done");
    assert.match(warning ?? "", /was started, but cannot be waited for/);
  });

  it("is doubted in the preview of documented operations, and then not waited for", async () => {
    const lifecycle = provider({ operations: "documented" });
    const { failures, warnings } = await lifecycle.check({
      resource: streamExecution,
      inputs: stream,
    });
    assert.deepEqual(failures, []);
    assert.deepEqual(warnings, [
      "StreamExecution of stream 4021: waitMinutes has no effect, because the documented API does not show the progress of a run. Remove `waitMinutes` from the program. To wait for its end, run `pulumi config set platform:operations extended`.",
    ]);
    const {
      state,
      warnings: [warning],
    } = await execute({}, lifecycle);
    assert.deepEqual([state.outcome, warning], ["done", undefined]);
    const strange = platform.calls.filter(({ source }) => source !== "SPEC");
    assert.deepEqual(strange, []);
    const wider = await provider().check({ resource: streamExecution, inputs: stream });
    assert.deepEqual(wider.warnings, []);
  });

  it("is refused for no time at all", async () => {
    const inputs = { ...stream, waitMinutes: 0 };
    const { failures } = await provider().check({ resource: streamExecution, inputs });
    assert.deepEqual(
      failures.map(({ property }) => property),
      ["waitMinutes"],
    );
  });
});
