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
    const simulator = await start({ latencyMs: 150 });
    const agent = new Agent({ keepAlive: true, maxSockets: 32 });
    const one = (n: number) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          "x-service-developer-token": simulator.token,
          "content-type": "application/json",
        };
        const sent = request(simulator.url + path, { method: "POST", agent, headers }, (answer) => {
          answer.resume().once("end", () => resolve(answer.statusCode));
        });
        sent.once("error", reject).end(JSON.stringify(schedule(`T${n}`)));
      });
    const msOf = async (work: () => Promise<unknown>) => {
      const from = performance.now();
      await work();
      return performance.now() - from;
    };
    const alone = await msOf(async () => assert.equal(await one(64), 200));
    const together = await msOf(async () => {
      const statuses = await Promise.all(Array.from({ length: 64 }, (_, n) => one(n)));
      assert.ok(statuses.every((status) => status === 200));
    });
    agent.destroy();
    assert.ok(together < 16 * alone, `${together} ms together, ${alone} ms alone`);
    assert.equal(new Set(simulator.state.schedules.map(({ id }) => id)).size, 65);
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
