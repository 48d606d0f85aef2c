import assert from "node:assert/strict";
import { request } from "node:http";
import { startSimulator, type Simulator } from "pulumi-platform-simulator";
import { call, create, schedulesPath } from "./client.js";

describe("The control API of the simulator", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ profile: "extended" });
  });
  beforeEach(() => simulator.reset());
  after(() => simulator.close());

  const control = (method: string, path: string, body?: unknown) =>
    call(simulator, method, `/_control${path}`, body, "", { "content-type": "application/json" });

  /** What a browser sends for a page. `fetch` sets some of these headers itself. */
  const sent = (headers: Record<string, string>, method = "GET", path = "/_control/calls") =>
    new Promise<number | undefined>((resolve, reject) => {
      const url = `${simulator.url}${path}`;
      request(url, { method, headers }, (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end();
    });

  for (const host of ["evil.example", "127.0.0.1.evil.example:80", "localhost.evil.example"]) {
    it(`answers nothing to a page that calls it ${host}`, async () => {
      for (const path of ["/_control/state", "/api/content/v2/groups"]) {
        assert.equal(await sent({ host }, "GET", path), 403);
      }
      assert.equal(simulator.calls.length, 0);
    });
  }

  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ] as Record<string, string>[]) {
    it(`answers nothing to a page with ${JSON.stringify(headers)}`, async () => {
      const json = { "content-type": "application/json" };
      for (const path of ["/_control/reset", "/api/content/v2/groups"]) {
        assert.equal(await sent({ ...headers, ...json }, "POST", path), 403);
      }
      assert.equal(simulator.calls.length, 0);
    });
  }

  it("answers pages of this machine, under any of its names", async () => {
    for (const host of ["localhost:1", "127.0.0.1", "[::1]:8123"]) {
      assert.equal(await sent({ host, origin: `http://${host}` }), 200);
    }
  });

  it("changes nothing for a form", async () => {
    await create(simulator, "T");
    const forms = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
    for (const type of [undefined, ...forms]) {
      const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
      assert.equal(await sent(headers, "POST", "/_control/reset"), 415);
      assert.equal(await sent(headers, "DELETE", "/_control/calls"), 415);
    }
    assert.equal(simulator.calls.length, 1);
    assert.equal(simulator.state.schedules.length, 1);
  });

  it("requires no token and is not recorded", async () => {
    await create(simulator, "T");
    const { status, json } = await control("GET", "/calls");
    assert.equal(status, 200);
    assert.equal((json as unknown[]).length, 1);
    assert.equal(simulator.calls.length, 1);
    await control("DELETE", "/calls");
    assert.equal(simulator.calls.length, 0);
  });

  it("edits fields of one object, found by collection and id, at every level", async () => {
    const id = await create(simulator, "T");
    const edit = { title: "U", schedule: { hourOfDay: 3 } };
    assert.equal((await control("PATCH", `/state/schedules/${id}`, edit)).status, 200);
    const [stored] = simulator.state.schedules;
    assert.equal(stored?.title, "U");
    assert.equal(stored.schedule.hourOfDay, 3);
    assert.equal(stored.schedule.minOfHour, 30);
  });

  it("refuses an edit that would make the data file unreadable", async () => {
    const id = await create(simulator, "T");
    const edits = [{ title: 7 }, { schedule: 3 }, { schedule: { hourOfDay: "noon" } }];
    for (const edit of edits) {
      const { status, text } = await control("PATCH", `/state/schedules/${id}`, edit);
      assert.equal(status, 400);
      assert.match(text, new RegExp(`schedules/${id}\\.\\S+ must be of type`));
    }
    assert.equal((await control("PATCH", "/state", { schedules: [{ id }] })).status, 400);
    assert.equal(simulator.state.schedules[0]?.title, "T");
  });

  it("deletes one object, and answers 404 for an unknown object", async () => {
    const id = await create(simulator, "T");
    assert.equal((await control("DELETE", `/state/schedules/${id}`)).status, 200);
    assert.equal((await control("DELETE", `/state/schedules/${id}`)).status, 404);
    assert.equal((await control("DELETE", "/state/colours/1")).status, 404);
  });

  it("finds objects whose ids have slashes", async () => {
    await call(simulator, "PUT", "/api/tags/v3/CARD/12/system/CERTIFIED/state/ACTIVE");
    assert.equal((await control("GET", "/state/certifications/CARD/12")).status, 200);
    assert.equal((await control("DELETE", "/state/certifications/CARD/12")).status, 200);
    assert.deepEqual(simulator.state.certifications, []);
  });

  it("edits fields of the state and refuses unknown fields", async () => {
    await control("PATCH", "/state", { scheduledReportEmails: false });
    assert.equal(simulator.state.scheduledReportEmails, false);
    const { status, text } = await control("PATCH", "/state", { colour: 1 });
    assert.equal(status, 400);
    assert.match(text, /colour/);
  });

  it("adds, lists and clears faults, and names a misspelled field", async () => {
    const rule = { kind: "status", status: 503, path: "reportschedules" };
    const added = await control("POST", "/faults", rule);
    assert.equal((added.json as { id: string }).id, "fault-1");
    assert.equal((await call(simulator, "GET", schedulesPath)).status, 503);
    const [listed] = (await control("GET", "/faults")).json as { injected: number }[];
    assert.equal(listed?.injected, 1);
    await control("DELETE", "/faults");
    assert.deepEqual((await control("GET", "/faults")).json, []);
    const wrong = await control("POST", "/faults", { ...rule, stauts: 1 });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /stauts/);
  });

  it("shows the outbox and the routes, and resets", async () => {
    const id = await create(simulator, "T");
    await call(simulator, "POST", `${schedulesPath}/${id}/sendnow`, [
      { type: "EMAIL", value: "a@b.c" },
    ]);
    assert.equal(((await control("GET", "/outbox")).json as unknown[]).length, 1);
    const listed = (await control("GET", "/routes")).json as { source: string }[];
    assert.ok(listed.length > 17 && listed.some(({ source }) => source === "SPEC"));
    await control("POST", "/reset");
    assert.deepEqual(simulator.state.schedules, []);
    assert.deepEqual(simulator.outbox, []);
  });

  it("answers 404 for other paths", async () => {
    assert.equal((await control("GET", "/nothing")).status, 404);
    assert.equal(simulator.calls.length, 0);
  });
});
