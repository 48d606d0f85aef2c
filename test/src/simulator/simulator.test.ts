import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes, startSimulator, type Simulator } from "pulumi-platform-simulator";
import { call, create, schedule, schedulesPath as path } from "./client.js";

describe("The simulator in a process", () => {
  const running: Simulator[] = [];
  const start = async (options?: Parameters<typeof startSimulator>[0]) => {
    const simulator = await startSimulator(options);
    running.push(simulator);
    return simulator;
  };
  afterEach(() => Promise.all(running.splice(0).map((simulator) => simulator.close())));

  it("logs every call with its route, query, body and source", async () => {
    const simulator = await start();
    await call(simulator, "POST", path, schedule("T", { hourOfDay: "9" }));
    await call(simulator, "GET", `${path}?title=T`);
    await call(simulator, "GET", "/nowhere");
    const [first, second, third] = simulator.calls;
    assert.equal(first?.n, 1);
    assert.equal(first.route, `POST ${path}`);
    assert.deepEqual(first.body, schedule("T", { hourOfDay: "9" }));
    assert.equal(second?.path, path);
    assert.deepEqual(second.query, { title: "T" });
    assert.deepEqual([third?.route, third?.source, third?.status], ["unknown", "none", 404]);
  });

  it("says how to start it with extended operations where the documented profile lacks one", async () => {
    const simulator = await start();
    const answer = await call(simulator, "PUT", `${path}/42`, { title: "T" });
    assert.equal(answer.status, 404);
    assert.match(
      answer.text,
      /PUT \/api\/content\/v1\/reportschedules\/42 does not exist: this simulator has the profile documented\. Start it with --profile extended/,
    );
    assert.doesNotMatch((await call(simulator, "GET", "/nowhere")).text, /profile/);
  });

  it("requires a token even for an unknown path", async () => {
    const simulator = await start();
    assert.equal((await call(simulator, "GET", "/nowhere", undefined, "")).status, 401);
  });

  it("prints a line for each call, never with a token", async () => {
    const lines: string[] = [];
    const simulator = await start({ token: "very-secret", log: (line) => lines.push(line) });
    await call(simulator, "GET", path);
    await simulator.close();
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /GET \/api\/content\/v1\/reportschedules 200/);
    assert.ok(!lines.join().includes("very-secret"));
  });

  it("resets while a connection is open, and references to the state stay valid", async () => {
    const simulator = await start();
    const { state, calls, outbox } = simulator;
    await create(simulator, "T");
    simulator.fault({ kind: "status" });
    simulator.reset();
    assert.deepEqual([state.schedules.length, calls.length, outbox.length], [0, 0, 0]);
    await create(simulator, "U");
    assert.equal(state.schedules[0]?.title, "U");
    assert.equal(calls[0]?.n, 1);
  });

  it("closes at once while a call hangs, and can be closed twice", async () => {
    const simulator = await start();
    simulator.fault({ kind: "hang", moment: "after" });
    const hanging = assert.rejects(create(simulator, "T"));
    while (simulator.state.schedules.length === 0) await new Promise(setImmediate);
    await simulator.close();
    await simulator.close();
    await hanging;
  });

  it("serves creations on several connections at once", async () => {
    const simulator = await start({ latencyMs: 60_000 });
    const agent = new Agent({ maxSockets: 64 });
    const headers = {
      "x-service-developer-token": simulator.token,
      "content-type": "application/json",
    };
    for (let n = 0; n < 64; n++) {
      const sent = request(simulator.url + path, { method: "POST", agent, headers });
      // The test ends before the answers.
      sent.on("error", () => undefined).end(JSON.stringify(schedule(`T${n}`)));
    }
    while (simulator.calls.length < 64) await new Promise(setImmediate);
    agent.destroy();
  });

  it("gives objects that are created at once ids of their own", async () => {
    const simulator = await start();
    const ids = await Promise.all(Array.from({ length: 64 }, (_, n) => create(simulator, `T${n}`)));
    assert.equal(new Set(ids).size, 64);
  });

  it("keeps its state in a file for the next start", async () => {
    const folder = mkdtempSync(join(tmpdir(), "simulator-"));
    const data = join(folder, "state.json");
    const first = await start({ data });
    const id = await create(first, "kept");
    await first.close();
    assert.deepEqual(readdirSync(folder), ["state.json"]);
    const second = await start({ data });
    assert.equal(second.state.schedules[0]?.id, id);
    assert.notEqual(await create(second, "new"), id);
  });

  for (const [problem, text] of [
    ["not valid JSON", "{"],
    ["schedules must be of type array", '{"schedules":{}}'],
    ["colour is not a known field", '{"colour":1}'],
  ] as const) {
    it(`does not change a malformed data file: ${problem}`, async () => {
      const data = join(mkdtempSync(join(tmpdir(), "simulator-")), "state.json");
      writeFileSync(data, text);
      await assert.rejects(startSimulator({ data }), new RegExp(problem));
      assert.equal(readFileSync(data, "utf8"), text);
    });
  }

  it("declares every route once, with a summary", () => {
    const names = routes.map(({ method, path: at }) => `${method} ${at}`);
    assert.equal(new Set(names).size, names.length);
    assert.ok(routes.every(({ summary }) => summary.length > 0));
  });
});
