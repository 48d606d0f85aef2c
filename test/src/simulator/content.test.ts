import assert from "node:assert/strict";
import { seedIds, startSimulator, type Simulator } from "pulumi-platform-simulator";
import { call } from "./client.js";

const dataset = `/api/data/v3/datasources/${seedIds.dataset}`;
const partitions = `/api/query/v1/datasources/${seedIds.dataset}/partition`;
const runs = `/api/data/v1/streams/${seedIds.stream}/executions`;

describe("Datasets, streams and the rest of the simulator", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ profile: "extended" });
  });
  beforeEach(() => simulator.reset());
  after(() => simulator.close());

  const share = (id: string, accessLevel: string, sendEmail = false) =>
    call(simulator, "POST", `${dataset}/share`, {
      permissions: [{ id, type: "USER", accessLevel }],
      sendEmail,
    });
  const levels = () =>
    Object.fromEntries(simulator.state.shares.map((row) => [row.granteeId, row.accessLevel]));

  it("shares change the level of a grantee and keep the owner and the others", async () => {
    await share("7", "CAN_SHARE");
    await share("8", "CAN_EDIT");
    await share("7", "CO_OWNER");
    await share(String(seedIds.user), "CAN_VIEW");
    assert.deepEqual(levels(), { [seedIds.user]: "OWNER", 7: "CO_OWNER", 8: "CAN_EDIT" });
  });

  it("shares can be removed, except the owner's", async () => {
    await share("7", "CAN_SHARE");
    assert.equal((await call(simulator, "DELETE", `${dataset}/permissions/USER/7`)).status, 200);
    assert.equal((await call(simulator, "DELETE", `${dataset}/permissions/USER/7`)).status, 404);
    const owner = `${dataset}/permissions/USER/${seedIds.user}`;
    assert.equal((await call(simulator, "DELETE", owner)).status, 400);
  });

  it("shares send mail only if the request asks for it", async () => {
    await share("7", "CAN_SHARE");
    assert.equal(simulator.outbox.length, 0);
    await share(String(seedIds.colleague), "CAN_SHARE", true);
    const [{ kind, subject, to } = assert.fail()] = simulator.outbox;
    assert.deepEqual([kind, subject, to], ["share", seedIds.dataset, "colleague@example.com"]);
  });

  it("partitions are filtered, sorted and paged", async () => {
    const search = async (body: unknown) =>
      (
        (await call(simulator, "POST", `${partitions}/list`, body)).json as { rowCount: number }[]
      ).map(({ rowCount }) => rowCount);
    const field = { fieldName: "rowCount", sortOrder: "DESC" };
    assert.deepEqual(await search({ paginationFields: [field] }), [3000, 2000, 1000]);
    assert.deepEqual(await search({ paginationFields: [field], limit: 1, offset: 1 }), [2000]);
    const bounded = { ...field, filterValues: { MIN: 1500, MAX: null } };
    assert.deepEqual(await search({ paginationFields: [bounded] }), [3000, 2000]);
  });

  it("partitions are searched with bounds of any type", async () => {
    for (const bound of [true, [1], { day: 3 }, "x", null]) {
      const filterValues = { MIN: bound, MAX: bound };
      const body = { paginationFields: [{ fieldName: "rowCount", filterValues }] };
      assert.equal((await call(simulator, "POST", `${partitions}/list`, body)).status, 200);
    }
  });

  it("texts replace placeholders of any name, and refuse a session with a prefix and tokens beyond 32 bits", async () => {
    const path = "/api/ai/v1/text/generation";
    const request = {
      input: "x",
      promptTemplate: { template: "${a-b} ${a.b} ${c}" },
      parameters: { "a-b": "1", "a.b": "2" },
    };
    const { json } = await call(simulator, "POST", path, request);
    assert.equal((json as { prompt: string }).prompt, "1 2 ${c}");
    const sessionId = "urn:uuid:9a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d";
    for (const wrong of [{ sessionId }, { maxTokens: 2 ** 31 }]) {
      assert.equal((await call(simulator, "POST", path, { ...request, ...wrong })).status, 400);
    }
  });

  it("complete data versions are indexed in the background", async () => {
    const { json } = await call(simulator, "POST", `${dataset}/indexes`, {});
    const key = (json as { indexRequestKey: string }).indexRequestKey;
    const status = async () =>
      (await call(simulator, "GET", `${dataset}/indexes/${key}/statuses`)).json;
    assert.deepEqual(await status(), [{ dataId: "2", status: "PROCESSING" }]);
    simulator.state.timing.indexingMs = 0;
    assert.deepEqual(await status(), [{ dataId: "2", status: "SUCCESS" }]);
    const versions = `/api/data/v2/datasources/${seedIds.dataset}/dataversions`;
    await call(simulator, "GET", versions);
    assert.deepEqual(
      simulator.state.datasets[0]?.versions.map(({ indexed }) => indexed),
      [true, true, false],
    );
  });

  it("every start of a stream is a new execution, unless concurrent executions are refused", async () => {
    const start = () => call(simulator, "POST", runs, { action: "MANUAL" });
    assert.equal((await start()).status, 201);
    assert.equal((await start()).status, 201);
    const ids = simulator.state.executions.map(({ executionId }) => executionId);
    assert.deepEqual(ids, [1, 2]);
    simulator.state.concurrentExecutions = false;
    assert.equal((await start()).status, 409);
    simulator.state.timing.executionMs = 0;
    assert.equal((await start()).status, 201);
  });

  it("an execution is active, then a success, with times in seconds", async () => {
    await call(simulator, "POST", runs, { action: "MANUAL" });
    const read = async () =>
      (await call(simulator, "GET", `${runs}/1`)).json as {
        currentState: string;
        startedAt: number;
      };
    const { currentState, startedAt } = await read();
    assert.equal(currentState, "ACTIVE");
    assert.ok(startedAt < Date.now() / 100);
    simulator.state.timing.executionMs = 0;
    assert.equal((await read()).currentState, "SUCCESS");
  });

  it("a certification is read, withdrawn and read again", async () => {
    const path = "/api/tags/v3/CARD/12/system/CERTIFIED/state";
    const state = async () =>
      ((await call(simulator, "GET", path)).json as { state: string | null }).state;
    assert.equal(await state(), null);
    await call(simulator, "PUT", `${path}/ACTIVE`);
    assert.equal(await state(), "ACTIVE");
    assert.equal((await call(simulator, "DELETE", path)).status, 204);
    assert.equal(await state(), null);
  });

  it("ids in `state.missing` do not exist", async () => {
    simulator.state.missing.push(seedIds.dataset, String(seedIds.stream));
    assert.equal((await share("7", "CAN_SHARE")).status, 404);
    assert.equal((await call(simulator, "POST", runs, { action: "MANUAL" })).status, 404);
  });

  it("roles are created, changed and deleted; an unknown role has no grants and no users", async () => {
    const path = "/api/authorization/v1/roles";
    const { json } = await call(simulator, "POST", path, { name: "R", fromRoleId: 1 });
    const { id } = json as { id: number };
    await call(simulator, "PUT", `${path}/${id}/authorities`, ["content.view"]);
    const read = await call(simulator, "GET", `${path}/${id}/authorities`);
    assert.deepEqual(read.json, ["content.view"]);
    assert.equal((await call(simulator, "DELETE", `${path}/${id}`)).status, 204);
    assert.deepEqual((await call(simulator, "GET", `${path}/${id}/authorities`)).json, []);
    assert.equal((await call(simulator, "GET", `${path}/${id}/exists`)).json, false);
  });

  it("text generation fills the template, and repeats its output for the same request", async () => {
    const request = {
      input: "Why?",
      promptTemplate: { template: "${system}\n${input} ${place} ${unknown}" },
      parameters: { place: "here" },
      system: "S",
    };
    const path = "/api/ai/v1/text/generation";
    const ask = async () =>
      (await call(simulator, "POST", path, request)).json as Record<string, unknown>;
    const first = await ask();
    assert.equal(first["prompt"], "S\nWhy? here ${unknown}");
    assert.equal((await ask())["output"], first["output"]);
    simulator.state.grants.useAiServices = false;
    const refused = await call(simulator, "POST", path, request);
    assert.equal(refused.status, 403);
    assert.equal(refused.json, undefined);
    const { sessionId, modelId, prompt, output } = first;
    const [kept, ...others] = simulator.state.texts;
    assert.equal(others.length, 1, "a text that is refused is not kept");
    const { generated, ...told } = kept ?? assert.fail("nothing was kept");
    assert.deepEqual(told, { sessionId, modelId, prompt, output, input: "Why?" });
    assert.ok(Math.abs(Date.now() - generated) < 60_000);
  });

  it("workflows require the bearer token and the grant", async () => {
    const list = async (token: string) =>
      (
        await fetch(`${simulator.url}/workflow-api/v1/workflows`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    assert.equal(await list(simulator.workflowToken), 200);
    assert.equal(await list(simulator.token), 401);
    simulator.state.grants.workflowApi = false;
    assert.equal(await list(simulator.workflowToken), 403);
  });
});
