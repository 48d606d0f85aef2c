import assert from "node:assert/strict";
import {
  routes,
  startSimulator,
  type Simulator,
  type VariantName,
} from "pulumi-platform-simulator";
import { call, create, groupsPath, schedule, schedulesPath, titles, type Reply } from "./client.js";

const rolesPath = "/api/authorization/v1/roles";
const dataset = "/api/data/v3/datasources/11111111-2222-4333-8444-555555555555";
const partitions = "/api/query/v1/datasources/11111111-2222-4333-8444-555555555555/partition";
const executions = "/api/data/v1/streams/7/executions";
const certification = "/api/tags/v3/CARD/12/system/CERTIFIED/state";
const textPath = "/api/ai/v1/text/generation";
const group = { name: "Analysts", type: "open", description: "" };
const share = {
  permissions: [{ id: "1000002", type: "USER", accessLevel: "CAN_VIEW" }],
  sendEmail: false,
};

describe("Variants of the simulator", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ profile: "extended" });
  });
  beforeEach(() => simulator.reset());
  after(() => simulator.close());

  const get = (path: string) => call(simulator, "GET", path);
  const post = (path: string, body: unknown) => call(simulator, "POST", path, body);
  const put = (path: string, body?: unknown) => call(simulator, "PUT", path, body);
  const last = () => simulator.calls.at(-1) ?? assert.fail();

  function assertText({ text, status, headers }: Reply, expected: string, of = 200): void {
    assert.deepEqual([status, text], [of, expected]);
    assert.match(headers.get("content-type") ?? "", /^text\/plain/);
  }

  function assertRefused({ status, json }: Reply, expected: number, message: string): void {
    assert.equal(status, expected);
    const { toe, ...rest } = json as { toe: string; statusReason: string };
    assert.ok(toe);
    const { statusReason } = rest;
    assert.deepEqual(rest, { status: expected, statusReason, message });
    assert.equal(last().worked, false);
  }

  describe("plain-text", () => {
    beforeEach(() => simulator.useVariants("plain-text"));

    it("answers every write that succeeds in plain words", async () => {
      const id = 4294967296;
      simulator.state.lastIds.schedule = id - 1;
      assertText(await post(schedulesPath, schedule("T")), "Created");
      assertText(await post(groupsPath, group), "Created");
      assertText(await post(`${dataset}/share`, share), "Dataset shared successfully");
      assertText(await post(`${dataset}/indexes`, {}), "Indexing started");
      assertText(await post(executions, { action: "MANUAL" }), "Execution started", 201);
      const recipients = [{ type: "EMAIL", value: "a@b.c" }];
      assertText(await post(`${schedulesPath}/${id}/sendnow`, recipients), "Report sent", 202);
      const readers = [{ emailAddress: "a@b.c" }];
      const notifications = `${schedulesPath}/${id}/notifications`;
      assertText(await post(notifications, readers), "Notification sent", 202);
      assertText(await put(`${certification}/ACTIVE`), "OK");
      assertText(await put(`${schedulesPath}/emails/enabled`, false), "OK");
      assertText(await call(simulator, "DELETE", certification), "OK");
      assertText(await call(simulator, "DELETE", `${schedulesPath}/${id}`), "OK");
      assert.ok(simulator.calls.every(({ worked }) => worked));
      assert.equal(simulator.state.groups.length, 1);
    });

    it("answers the generated text itself", async () => {
      assertText(await post(textPath, { input: "Hello" }), "Answer to: Hello");
    });

    it("leaves reads and errors in JSON", async () => {
      await create(simulator, "T").catch(() => undefined);
      assert.deepEqual(titles(await get(schedulesPath)), ["T"]);
      assert.ok(Array.isArray((await post(`${partitions}/list`, {})).json));
      assert.deepEqual((await post(`${groupsPath}/get`, [])).json, []);
      assertRefused(await post(schedulesPath, {}), 400, "viewId is required");
    });
  });

  it("wrapped-lists puts every bare array into an object, under a name of its own", async () => {
    const id = await create(simulator, "T");
    simulator.useVariants("wrapped-lists");
    for (const [path, name] of [
      [schedulesPath, "reportSchedules"],
      [rolesPath, "roles"],
      [partitions, "partitions"],
      [`${groupsPath}/grouplist`, "items"],
      [`${schedulesPath}/${id}/history`, "history"],
      [executions, "executions"],
    ] as const) {
      const { json } = await get(path);
      assert.deepEqual(Object.keys(json as object), [name]);
      assert.ok(Array.isArray(Object.values(json as object)[0]));
    }
    assert.deepEqual(Object.keys((await get(`${dataset}/permissions`)).json as object), [
      "list",
      "totalUserCount",
      "totalGroupCount",
    ]);
  });

  it("text-ids answers ids and counts as text, and nothing else", async () => {
    const id = await create(simulator, "T");
    const plain = (await get(`${schedulesPath}/${id}`)).json as Record<string, unknown>;
    simulator.useVariants("text-ids");
    const read = (await get(`${schedulesPath}/${id}`)).json as Record<string, unknown>;
    assert.deepEqual(
      [read["id"], read["pageId"], read["recipientCount"], read["owner"], read["title"]],
      [String(id), "11", "1", true, "T"],
    );
    const [timing, spelled] = [plain, read].map(({ schedule }) => schedule) as [
      Record<string, unknown>,
      Record<string, unknown>,
    ];
    assert.deepEqual(spelled, { ...timing, ownerId: String(timing["ownerId"]) });
    const { json } = await post(groupsPath, group);
    const made = await get(`${groupsPath}/${(json as { id: string }).id}`);
    const { userIds, memberCount } = made.json as Record<string, unknown>;
    assert.deepEqual([userIds, memberCount], [["1000001"], "1"]);
    assert.equal(typeof simulator.state.schedules[0]?.id, "number");
  });

  it("flipping-ids answers ids as numbers in every odd call and as text in every even call", async () => {
    const id = await create(simulator, "T");
    simulator.useVariants("flipping-ids");
    const ids = [];
    for (let i = 0; i < 4; i++) {
      const [row] = (await get(schedulesPath)).json as { id: unknown }[];
      ids.push(row?.id);
    }
    assert.deepEqual(ids, [String(id), id, String(id), id]);
    const made = (await post(groupsPath, group)).json as { id: unknown };
    const next = (await post(groupsPath, { ...group, name: "Next" })).json as { id: unknown };
    assert.deepEqual([typeof made.id, typeof next.id], ["string", "number"]);
    await get(rolesPath);
    const { id: uuid } = (await get(dataset)).json as { id: unknown };
    assert.equal(last().n % 2, 1);
    assert.equal(uuid, dataset.split("/").at(-1));
  });

  it("text-errors answers every error in plain words, and nothing else", async () => {
    simulator.useVariants("text-errors");
    assertText(await get(`${groupsPath}/1`), "Not Found", 404);
    assertText(await get("/nowhere"), "Not Found", 404);
    assertText(await post(schedulesPath, {}), "viewId is required", 400);
    assertText(await call(simulator, "GET", rolesPath, undefined, ""), "Unauthorized", 401);
    assertText(
      await get(certification.replace("CARD", "PAGE")),
      "entityType must be CARD or DATA_SOURCE, not PAGE",
      400,
    );
    assert.ok(Array.isArray((await get(rolesPath)).json));
  });

  it("strict-queries refuses a query parameter of a documented operation", async () => {
    simulator.useVariants("strict-queries");
    const message = "query parameter orderBy is not known";
    assertRefused(await get(`${schedulesPath}?orderBy=title&limit=10`), 400, message);
    assert.equal((await get(schedulesPath)).status, 200);
    assert.equal((await get(`${groupsPath}/grouplist?limit=10`)).status, 200);
  });

  it("no-history has neither the history of a schedule nor the executions of a stream", async () => {
    const id = await create(simulator, "T");
    const { json } = await post(executions, { action: "MANUAL" });
    simulator.useVariants("no-history");
    assertRefused(await get(`${schedulesPath}/${id}/history?limit=1`), 404, "No such endpoint");
    assertRefused(await get(executions), 404, "No such endpoint");
    const { executionId } = json as { executionId: number };
    assert.equal((await get(`${executions}/${executionId}`)).status, 200);
  });

  describe("no-extended", () => {
    const operation = "GET /api/content/v2/groups/grouplist";
    const answers = [
      [`no-extended:${operation}`, 404, "No such endpoint"],
      [`no-extended:${operation}=404`, 404, "No such endpoint"],
      [`no-extended:${operation}=405`, 405, "Method Not Allowed"],
      [`no-extended:${operation}=not-found`, 404, "Not Found"],
    ] as const;
    for (const [variant, status, message] of answers) {
      it(`answers ${status} "${message}" for ${variant}`, async () => {
        simulator.useVariants(variant);
        assertRefused(await get(`${groupsPath}/grouplist`), status, message);
        assert.equal(last().route, operation);
        assert.equal((await get(`${groupsPath}/1`)).status, 404);
        assert.equal((await post(`${groupsPath}/get`, [])).status, 200);
      });
    }

    it("takes every extended operation before its arguments are checked", async () => {
      const extended = routes.filter(({ profile }) => profile === "extended");
      simulator.useVariants(
        ...extended.map(({ method, path }): VariantName => `no-extended:${method} ${path}`),
      );
      for (const { method, path } of extended) {
        const reply = await call(simulator, method, path.replace(/\{\w+\}/g, "1"));
        assertRefused(reply, 404, "No such endpoint");
      }
      assert.equal((await get(schedulesPath)).status, 200);
    });

    it("refuses operations that are not extended, and unknown answers", () => {
      for (const name of [
        "no-extended",
        `no-extended:GET ${groupsPath}`,
        `no-extended:GET ${rolesPath}`,
      ]) {
        assert.throws(
          () => simulator.useVariants(name as VariantName),
          /is not an extended operation/,
        );
      }
      const wrong: VariantName = `no-extended:${operation}=410`;
      assert.throws(() => simulator.useVariants(wrong), /the answer must be 404, 405, not-found/);
    });
  });

  it("forbidden-evidence answers 403 to reads that are only made to be safe", async () => {
    const id = await create(simulator, "T");
    simulator.useVariants("forbidden-evidence");
    for (const path of [
      schedulesPath,
      rolesPath,
      executions,
      certification,
      `${schedulesPath}/${id}/history`,
      `${groupsPath}/grouplist`,
      `${dataset}/permissions`,
    ]) {
      assertText(await get(path), "Forbidden", 403);
    }
    assert.equal((await get(`${schedulesPath}/${id}`)).status, 200);
    assert.equal((await post(groupsPath, group)).status, 200);
  });

  describe("odd-rows", () => {
    it("puts one odd row in the middle of each list, in turn of another kind", async () => {
      simulator.useVariants("odd-rows");
      const odd = [];
      for (let i = 0; i < 4; i++) {
        const { json } = await get(rolesPath);
        const rows = json as unknown[];
        assert.equal(rows.length, simulator.state.roles.length + 1);
        odd.push(rows[2]);
      }
      assert.deepEqual(odd, [null, "odd row", { note: 1 }, null]);
      const { json } = await get(`${dataset}/permissions`);
      const { list, totalUserCount } = json as { list: unknown[]; totalUserCount: number };
      assert.equal(list.length, totalUserCount + 1);
    });

    it("gives the odd row to one page only, and drops and repeats no other row", async () => {
      for (const title of ["a", "b", "c", "d", "e"]) await create(simulator, title);
      simulator.useVariants("odd-rows");
      const rows: unknown[] = [];
      for (let skip = 0; ; skip += 2) {
        const query = `?orderBy=title&isAscending=true&limit=2&skip=${skip}`;
        const page = (await get(schedulesPath + query)).json as ({ title: string } | null)[];
        if (page.length === 0) break;
        assert.equal(page.length, 2);
        rows.push(...page.map((row) => row?.title ?? row));
      }
      assert.deepEqual(rows, ["a", "b", null, "c", "d", "e"]);
    });

    it("leaves a list alone that a fault empties", async () => {
      simulator.useVariants("odd-rows");
      simulator.fault({ kind: "empty-list" });
      assert.deepEqual((await get(rolesPath)).json, []);
    });
  });

  it("more-fields adds a field to each object of an answer, nested ones, too", async () => {
    await create(simulator, "T");
    simulator.useVariants("more-fields");
    const { json } = await get(schedulesPath);
    assert.equal(JSON.stringify(json).match(/"addedLater":"new"/g)?.length, 2);
  });

  describe("slow-text", () => {
    it("answers generated text late, but generates it at once", async () => {
      simulator.useVariants("slow-text:0.2");
      const from = Date.now();
      let isAnswered = false;
      const answered = post(textPath, { input: "Hello" }).finally(() => (isAnswered = true));
      while (simulator.state.texts.length === 0) await new Promise(setImmediate);
      assert.ok(!isAnswered);
      assert.equal((await answered).status, 200);
      assert.ok(Date.now() - from >= 195);
      assert.ok(last().ms >= 195);
    });

    it("delays nothing else", async () => {
      simulator.useVariants("slow-text");
      assert.equal((await get(rolesPath)).status, 200);
    });

    it("records no status for a client that went away", async () => {
      simulator.useVariants("slow-text:0.1");
      const attempt = fetch(simulator.url + textPath, {
        method: "POST",
        headers: {
          "X-SERVICE-Developer-Token": simulator.token,
          "content-type": "application/json",
        },
        body: JSON.stringify({ input: "Hello" }),
        signal: AbortSignal.timeout(40),
      });
      await assert.rejects(attempt);
      while (!last().worked) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.deepEqual([last().status, last().worked], [null, true]);
    });

    it("refuses a time that is not a number of seconds", () => {
      assert.throws(
        () => simulator.useVariants("slow-text:soon" as VariantName),
        /seconds must be/,
      );
    });
  });

  it("combine", async () => {
    await create(simulator, "T");
    simulator.useVariants("plain-text", "wrapped-lists", "odd-rows", "text-ids", "text-errors");
    const { reportSchedules } = (await get(schedulesPath)).json as {
      reportSchedules: ({ id: string } | null)[];
    };
    assert.equal(reportSchedules[0], null);
    assert.equal(typeof reportSchedules[1]?.id, "string");
    assert.deepEqual(last().variants, ["odd-rows", "text-ids", "wrapped-lists"]);
    assertText(await post(groupsPath, group), "Created");
    assertText(await post(groupsPath, group), 'another group has the name "Analysts"', 400);
  });

  it("yield to a fault of the same call", async () => {
    simulator.useVariants("text-errors", "plain-text", "forbidden-evidence");
    for (const moment of ["before", "after"] as const) {
      simulator.fault({ kind: "status", status: 503, moment });
      const { status, json } = await get(rolesPath);
      assert.deepEqual([status, (json as { status: number }).status], [503, 503]);
    }
    simulator.fault({ kind: "wrong-instance" });
    assert.equal((await get(rolesPath)).status, 200);
    assertText(await get(rolesPath), "Forbidden", 403);
  });

  it("are recorded in the calls whose answer they change", async () => {
    simulator.useVariants("text-ids", "no-history", "text-errors");
    await get(rolesPath);
    assert.deepEqual(last().variants, ["text-ids"]);
    await get(executions);
    assert.deepEqual(last().variants, ["no-history", "text-errors"]);
    await put(`${schedulesPath}/emails/enabled`, true);
    assert.equal(last().variants, undefined);
  });

  it("are replaced as a whole, and a reset restores those of the start", async () => {
    const other = await startSimulator({ variants: ["text-ids"] });
    try {
      assert.deepEqual(other.variants, ["text-ids"]);
      other.useVariants("text-errors", "slow-text:3");
      assert.deepEqual([...other.variants].sort(), ["slow-text:3", "text-errors"]);
      other.useVariants();
      assert.deepEqual(other.variants, []);
      other.reset();
      assert.deepEqual(other.variants, ["text-ids"]);
    } finally {
      await other.close();
    }
  });

  it("are refused with an unknown name, and the old ones stay", async () => {
    simulator.useVariants("text-ids");
    const wrong = "text-id" as VariantName;
    const message = /^Unknown variant "text-id"\. The variants are .*text-ids, .*slow-text/;
    assert.throws(() => simulator.useVariants(wrong), { message });
    assert.throws(() => simulator.useVariants("text-ids:1" as VariantName), /takes no argument/);
    assert.throws(() => simulator.useVariants("odd-rows:1" as VariantName), /takes no argument/);
    assert.deepEqual(simulator.variants, ["text-ids"]);
    await assert.rejects(startSimulator({ variants: [wrong] }), { message });
  });

  it("are read and replaced over the control API, whose own answers they do not change", async () => {
    const control = (method: string, body?: unknown) =>
      call(simulator, method, "/_control/variants", body, "");
    simulator.useVariants("text-errors");
    const { json } = await control("PUT", ["text-ids", "text-errors"]);
    assert.deepEqual(json, ["text-ids", "text-errors"]);
    assert.deepEqual((await control("GET")).json, simulator.variants);
    for (const wrong of [["text-id"], {}]) {
      const { status, json } = await control("PUT", wrong);
      assert.deepEqual([status, (json as { status: number }).status], [400, 400]);
    }
    assert.deepEqual((await control("PUT", [])).json, []);
  });
});
