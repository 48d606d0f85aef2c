import assert from "node:assert/strict";
import { startSimulator, type Simulator, type VariantName } from "pulumi-platform-simulator";
import { call, create, groupsPath, schedulesPath, titles } from "./client.js";

const words = "The operation was not carried out";
const group = { name: "Analysts", type: "open", description: "" };

describe("Variants of the simulator that say other things", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ profile: "extended" });
  });
  beforeEach(() => simulator.reset());
  after(() => simulator.close());

  const get = (path: string) => call(simulator, "GET", path);
  const last = () => simulator.calls.at(-1) ?? assert.fail();

  describe("says-no", () => {
    const bodies = {
      success: { success: false, message: words },
      status: { status: "error", message: words },
      error: { error: words },
      errors: { errors: [{ message: words }] },
    };
    for (const [form, body] of Object.entries(bodies)) {
      it(`${form} answers 200 and does no write, or with "=done" does it`, async () => {
        for (const [name, done] of [
          [`says-no:${form}`, 0],
          [`says-no:${form}=done`, 1],
        ] as const) {
          simulator.useVariants(name);
          const { status, json } = await call(simulator, "POST", groupsPath, group);
          assert.deepEqual([status, json], [200, body]);
          assert.deepEqual([last().worked, last().variants], [done === 1, [name]]);
          assert.equal(simulator.state.groups.length, done);
        }
      });
    }

    it("leaves reads and errors as they are", async () => {
      simulator.useVariants("says-no:error=done");
      assert.equal((await get(schedulesPath)).text, "[]");
      assert.equal((await call(simulator, "POST", `${groupsPath}/get`, [])).text, "[]");
      assert.equal((await call(simulator, "POST", groupsPath, {})).status, 400);
    });

    it("refuses unknown forms", () => {
      for (const [name, message] of [
        ["says-no", /the form must be success, status, error, errors, not ""/],
        ["says-no:error=undone", /after the form there can be "=done", not "=undone"/],
      ] as const) {
        assert.throws(() => simulator.useVariants(name as VariantName), message);
      }
    });
  });

  it("stores writes other values than it gets, and shows them", async () => {
    const stored = async (form: string) => {
      simulator.reset();
      simulator.useVariants(`stores:${form}`);
      const id = await create(simulator, " Caf\u00e9   sales of the company ");
      const { json } = await get(`${schedulesPath}/${id}`);
      assert.equal(simulator.calls.find(({ method }) => method === "POST")?.variants?.length, 1);
      return json as { title: string; schedule: Record<string, unknown> };
    };
    for (const [form, title] of [
      ["trimmed", "Caf\u00e9   sales of the company"],
      ["squeezed", " Caf\u00e9 sales of the company "],
      ["cut", " Caf\u00e9   sales of the"],
      ["decomposed", " Cafe\u0301   sales of the company "],
    ] as const) {
      assert.equal((await stored(form)).title, title);
    }
    assert.equal((await stored("windows-zones")).schedule.timezone, "W. Europe Standard Time");
    assert.deepEqual((await stored("one-recipient-less")).schedule.additionalRecipients, []);
    assert.equal((await stored("disabled")).schedule.enabled, false);
    assert.throws(() => simulator.useVariants("stores:other"), /the argument must be trimmed, /);
  });

  it("oldest-first shows the executions of a stream with the oldest first", async () => {
    const path = "/api/data/v1/streams/7/executions";
    simulator.state.concurrentExecutions = true;
    for (let n = 0; n < 3; n++) await call(simulator, "POST", path, { action: "MANUAL" });
    const ids = async () =>
      ((await get(`${path}?limit=2`)).json as { executionId: number }[]).map(
        ({ executionId }) => executionId,
      );
    assert.deepEqual(await ids(), [3, 2]);
    simulator.useVariants("oldest-first");
    assert.deepEqual(await ids(), [1, 2]);
    assert.deepEqual(last().variants, ["oldest-first"]);
  });

  it("mixed-case writes words of enumerations in other letters, and nothing else", async () => {
    const id = await create(simulator, "WEEKLY SALES");
    await call(simulator, "POST", groupsPath, group);
    simulator.useVariants("mixed-case");
    const { json } = await get(`${schedulesPath}/${id}`);
    const { title, type, viewType, schedule } = json as Record<string, unknown>;
    assert.deepEqual([title, type, viewType], ["WEEKLY SALES", "Recurring", "Email"]);
    const { frequency, daysToRun, timezone, additionalRecipients } = schedule as Record<
      string,
      unknown
    >;
    assert.deepEqual(
      [frequency, daysToRun, timezone, additionalRecipients],
      ["Weekly", "Mon", "Europe/Berlin", [{ type: "email", value: "reader@example.com" }]],
    );
    const [row] = (await get(`${groupsPath}/grouplist`)).json as { groupType: string }[];
    assert.equal(row?.groupType, "Open");
    assert.equal(simulator.state.groups[0]?.type, "open");
  });

  it("ignored-paging lists all schedules for every page and order", async () => {
    for (const title of ["b", "a", "c"]) await create(simulator, title);
    const all = titles(await get(schedulesPath));
    const query = "?orderBy=title&isAscending=true&limit=1&skip=1";
    assert.deepEqual(titles(await get(schedulesPath + query)), ["b"]);
    simulator.useVariants("ignored-paging");
    assert.deepEqual(titles(await get(schedulesPath + query)), all);
    assert.deepEqual(last().variants, ["ignored-paging"]);
    assert.equal(last().query["limit"], "1");
    assert.deepEqual(titles(await get(`${schedulesPath}?title=a&limit=1`)), ["a"]);
    await get(schedulesPath);
    assert.equal(last().variants, undefined);
  });

  it("ignored-title lists schedules with any title", async () => {
    for (const title of ["a", "b"]) await create(simulator, title);
    simulator.useVariants("ignored-title");
    const query = "?title=a&orderBy=title&isAscending=true";
    assert.deepEqual(titles(await get(schedulesPath + query)), ["a", "b"]);
    assert.deepEqual(titles(await get(`${schedulesPath}${query}&limit=1`)), ["a"]);
  });
});
