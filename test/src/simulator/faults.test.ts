import assert from "node:assert/strict";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator, type Kind, type Moment, type Simulator } from "pulumi-platform-simulator";
import { call, create, schedule, schedulesPath as path, titles, type Reply } from "./client.js";

const moments: Moment[] = ["before", "mid-body", "after", "mid-answer"];
const worksAt = (moment: Moment) => moment === "after" || moment === "mid-answer";

describe("Faults of the simulator", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  beforeEach(() => simulator.reset());
  after(() => simulator.close());

  const post = () => call(simulator, "POST", path, schedule("T"));

  /** Checks what the log says of the last call and whether its work was done. */
  function assertStruck(kind: Kind, moment: Moment, status: number | null): void {
    const last = simulator.calls.at(-1);
    assert.equal(last?.fault?.kind, kind);
    assert.equal(last.fault.moment, moment);
    assert.equal(last.status, status);
    const worked = kind === "delay" || worksAt(moment);
    assert.equal(last.worked, worked);
    assert.equal(simulator.state.schedules.length, worked ? 1 : 0);
  }

  const answers: Partial<Record<Kind, (reply: Reply) => void>> = {
    status: (reply) => {
      assert.equal(reply.status, 503);
      assert.equal(reply.headers.get("retry-after"), "7");
      assert.match(reply.text, /"status":503/);
    },
    html: (reply) => {
      assert.equal(reply.status, 200);
      assert.match(reply.headers.get("content-type") ?? "", /html/);
    },
    redirect: (reply) => {
      assert.equal(reply.status, 303);
      assert.equal(reply.headers.get("location"), "/elsewhere");
    },
    body: (reply) => assert.equal(reply.text, '{"cut":'),
  };
  const rules = {
    status: { kind: "status", status: 503, retryAfter: 7 },
    html: { kind: "html" },
    redirect: { kind: "redirect", location: "/elsewhere" },
    body: { kind: "body", body: '{"cut":' },
  } as const;

  for (const moment of moments) {
    for (const kind of ["status", "html", "redirect", "body"] as const) {
      if (moment === "mid-answer") {
        it(`cut the answer of ${kind} in half at the moment ${moment}`, async () => {
          simulator.fault({ ...rules[kind], moment });
          await assert.rejects(post());
          assertStruck(kind, moment, null);
        });
      } else {
        it(`answer ${kind} at the moment ${moment}`, async () => {
          simulator.fault({ ...rules[kind], moment });
          const reply = await post();
          answers[kind]?.(reply);
          assertStruck(kind, moment, reply.status);
          assert.equal((await post()).status, 200);
        });
      }
    }

    it(`close the connection at the moment ${moment}`, async () => {
      simulator.fault({ kind: "close", moment });
      await assert.rejects(post());
      assertStruck("close", moment, null);
    });

    it(`hang at the moment ${moment} until the client goes away`, async () => {
      simulator.fault({ kind: "hang", moment });
      const client = new AbortController();
      const attempt = fetch(simulator.url + path, {
        method: "POST",
        headers: {
          "X-SERVICE-Developer-Token": simulator.token,
          "content-type": "application/json",
        },
        body: JSON.stringify(schedule("T")),
        signal: client.signal,
      });
      const gone = assert.rejects(attempt.then((answer) => answer.text()));
      while (simulator.calls.at(-1)?.fault === undefined) await sleep(5);
      // It hangs, so nothing ends the call before the client does.
      await sleep(40);
      client.abort();
      await gone;
      assertStruck("hang", moment, null);
    });

    it(`delay the call at the moment ${moment}`, async () => {
      simulator.fault({ kind: "delay", moment, delayMs: 40 });
      const from = Date.now();
      const { status, json } = await post();
      assert.equal(status, 200);
      assert.equal((json as { title: string }).title, "T");
      assert.ok(Date.now() - from >= 35);
      assertStruck("delay", moment, 200);
    });
  }

  for (const kind of ["empty-list", "truncated-list", "unstable-order", "new-pages"] as const) {
    it(`refuse ${kind} at every moment except after the operation`, () => {
      for (const moment of moments.filter((one) => one !== "after")) {
        assert.throws(() => simulator.fault({ kind, moment }), /happens at the moment after/);
      }
    });
  }

  for (const kind of ["drip", "endless"] as const) {
    for (const moment of ["before", "mid-body", "after"] as const) {
      it(`answer ${kind} at the moment ${moment} until the client goes away`, async () => {
        simulator.fault({ kind, moment, delayMs: 5 });
        const answer = await fetch(simulator.url + path, {
          method: "POST",
          headers: {
            "X-SERVICE-Developer-Token": simulator.token,
            "content-type": "application/json",
          },
          body: JSON.stringify(schedule("T")),
        });
        let received = 0;
        for await (const chunk of answer.body ?? []) {
          received += (chunk as Uint8Array).length;
          if (received > (kind === "drip" ? 5 : 2_000_000)) break;
        }
        await sleep(20);
        assertStruck(kind, moment, null);
      });
    }

    it(`refuse ${kind} in the middle of an answer`, () => {
      assert.throws(() => simulator.fault({ kind, moment: "mid-answer" }), /cannot happen at/);
    });
  }

  it("answer with a bomb, whose size nobody sees before it is decompressed", async () => {
    simulator.fault({ kind: "bomb" });
    const headers = { "X-SERVICE-Developer-Token": simulator.token };
    const received = await new Promise<number>((resolve, reject) => {
      get(simulator.url + path, { headers }, (answer) => {
        assert.equal(answer.headers["content-encoding"], "gzip");
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
        answer.on("end", () => resolve(bytes)).on("error", reject);
      });
    });
    assert.ok(received > 900_000 && received < 1_200_000, `${received} bytes`);
  });

  it("show a new page for each call, like the first object", async () => {
    await create(simulator, "a");
    const fault = simulator.fault({ kind: "new-pages", times: 0, keep: 2 });
    const rows: { id: number; title: string }[] = [];
    for (const skip of [0, 2, 4]) {
      const { json } = await call(simulator, "GET", `${path}?skip=${skip}`);
      rows.push(...(json as typeof rows));
    }
    assert.deepEqual(new Set(rows.map(({ title }) => title)), new Set(["a"]));
    assert.equal(new Set(rows.map(({ id }) => id)).size, 6);
    assert.equal(fault.injected, 3);
    assert.equal(simulator.state.schedules.length, 1);
  });

  it("show no new pages of a list without objects", async () => {
    simulator.fault({ kind: "new-pages", times: 0 });
    assert.deepEqual((await call(simulator, "GET", path)).json, []);
  });

  for (const kind of ["wrong-instance", "stale"] as const) {
    it(`refuse ${kind} at every moment except before the operation`, () => {
      for (const moment of moments.filter((one) => one !== "before")) {
        assert.throws(() => simulator.fault({ kind, moment }), /moment before/);
      }
    });
  }

  it("empty and shorten lists, and skip answers without a list", async () => {
    simulator.fault({ kind: "truncated-list", keep: 1 });
    const empty = simulator.fault({ kind: "empty-list", skip: 1 });
    for (const title of ["a", "b", "c"]) await create(simulator, title);
    const list = async () => titles(await call(simulator, "GET", `${path}?orderBy=title`));
    assert.deepEqual(await list(), ["c"]);
    assert.equal(empty.injected, 0);
    assert.deepEqual(await list(), []);
    assert.equal(empty.injected, 1);
    assert.deepEqual(await list(), ["c", "b", "a"]);
  });

  it("shuffle a list before paging, unless the call asks for an order", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    for (const title of names) await create(simulator, title);
    simulator.fault({ kind: "unstable-order", times: 0, path: "reportschedules" });
    const first = titles(await call(simulator, "GET", path));
    assert.notDeepEqual(first, [...names].reverse());
    assert.deepEqual([...first].sort(), names);
    const ordered = await call(simulator, "GET", `${path}?orderBy=title&isAscending=true`);
    assert.deepEqual(titles(ordered), names);
    assert.equal(simulator.calls.at(-1)?.fault, undefined);
  });

  it("send a call to another instance, which has objects of its own", async () => {
    await create(simulator, "ours");
    simulator.fault({ kind: "wrong-instance", times: 2 });
    const theirs = titles(await call(simulator, "GET", path));
    assert.equal(theirs.length, 2);
    assert.ok(!theirs.includes("ours"));
    await post();
    assert.equal(simulator.state.schedules.length, 1);
  });

  describe("that make reads stale", () => {
    const forever = { kind: "stale", times: 0, delayMs: 1e12 } as const;
    const list = async () => titles(await call(simulator, "GET", path)).sort();
    const one = async (id: number) => call(simulator, "GET", `${path}/${id}`);
    const remove = (id: number) => call(simulator, "DELETE", `${path}/${id}`);
    before(async () => {
      await simulator.close();
      simulator = await startSimulator({ profile: "extended" });
    });

    it("never show what changes, and do every write", async () => {
      const changed = await create(simulator, "changed");
      const deleted = await create(simulator, "deleted");
      const fault = simulator.fault(forever);
      const created = await create(simulator, "created");
      const edit = schedule("new title", { startDate: 1 });
      assert.equal((await call(simulator, "PUT", `${path}/${changed}`, edit)).status, 200);
      await remove(deleted);
      assert.deepEqual(await list(), ["changed", "deleted"]);
      assert.equal(((await one(changed)).json as { title: string }).title, "changed");
      assert.equal((await one(deleted)).status, 200);
      const { status, json } = await one(created);
      assert.equal(status, 404);
      assert.equal((json as { status: number }).status, 404);
      assert.equal((await remove(created)).status, 200);
      assert.equal(fault.injected, 4);
      simulator.clearFaults();
      assert.deepEqual(await list(), ["new title"]);
    });

    it("show a change after a while, also one that was made without a call", async () => {
      const id = await create(simulator, "made before");
      simulator.fault({ ...forever, delayMs: 1_000 });
      await create(simulator, "made later");
      assert.deepEqual(await list(), ["made before"]);
      simulator.state.schedules = simulator.state.schedules.filter((kept) => kept.id !== id);
      assert.deepEqual(await list(), ["made before"]);
      await sleep(1_100);
      assert.deepEqual(await list(), ["made later"]);
    });

    it("show two rules of different ages each its own past", async () => {
      simulator.fault({ ...forever, path: `${path}$` });
      await create(simulator, "first");
      simulator.fault({ ...forever, path: `${path}/` });
      const second = await create(simulator, "second");
      const [first] = simulator.state.schedules;
      assert.deepEqual(await list(), []);
      assert.equal((await one(Number(first?.id))).status, 200);
      assert.equal((await one(second)).status, 404);
    });

    it("let every other call through", async () => {
      simulator.fault({ ...forever, path: "/groups" });
      await create(simulator, "shown");
      assert.deepEqual(await list(), ["shown"]);
      assert.equal(simulator.calls.at(-1)?.fault, undefined);
    });

    it("are refused for a method that writes", () => {
      assert.throws(() => simulator.fault({ ...forever, method: "POST" }), /method GET, not POST/);
    });
  });

  it("happen for a method and a path, after `skip` calls, `times` times", async () => {
    const fault = simulator.fault({
      kind: "status",
      method: "GET",
      path: "/roles$",
      skip: 1,
      times: 2,
    });
    await post();
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await call(simulator, "GET", "/api/authorization/v1/roles")).status);
    }
    assert.deepEqual(statuses, [200, 500, 500, 200]);
    assert.equal(fault.injected, 2);
  });

  it("happen with a probability, and for the same calls again with the same seed", async () => {
    const statuses = async () => {
      simulator.clearFaults();
      simulator.fault({ kind: "status", times: 0, probability: 0.5, seed: 4 });
      const seen: number[] = [];
      for (let i = 0; i < 12; i++) {
        seen.push((await call(simulator, "GET", "/api/authorization/v1/roles")).status);
      }
      return seen;
    };
    const first = await statuses();
    assert.deepEqual(await statuses(), first);
    assert.ok(first.includes(200) && first.includes(500));
  });

  it("are refused with an unknown field or an invalid value", () => {
    const bad = { kind: "status", stauts: 503 } as unknown as { kind: "status" };
    assert.throws(() => simulator.fault(bad), /stauts is not a known field/);
    assert.throws(
      () => simulator.fault({ kind: "status", path: "(" }),
      /path must be a valid regex/,
    );
    assert.throws(() => simulator.fault({ kind: "status", probability: 2 }), /probability/);
    assert.throws(() => simulator.fault({ kind: "status", method: "POST|PUT" }), /not one of GET/);
  });

  it("cut an answer without a body", async () => {
    const put = () => call(simulator, "PUT", `${path}/emails/enabled`, false);
    simulator.fault({ kind: "close", moment: "mid-answer" });
    await assert.rejects(put());
    assert.equal(simulator.state.scheduledReportEmails, false);
    assert.equal((await put()).status, 200);
  });
});
