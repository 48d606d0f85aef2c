import assert from "node:assert/strict";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { weekly } from "../../engine/stacks/declarations";
import { call as sendTo, schedulesPath } from "../../simulator/client";
import { failureOf } from "../../wire/exchange";
import { ownHome } from "../home";
import { callFunction, lifecycleOn } from "../provider";

type Values = Record<string, unknown>;

describe("a list of another form than expected", () => {
  ownHome();
  let platform: Simulator;
  let lines: string[];
  const settings = (more: Values = {}): Values => ({
    baseUrl: platform.url,
    token: platform.token,
    ...more,
  });
  const call = (name: string, args: Values, more: Values = {}) =>
    callFunction(
      name,
      args,
      (setting) => settings(more)[setting],
      (line) => lines.push(line),
    );
  const answer = (path: string, body: unknown, more: Partial<FaultRule> = {}) =>
    platform.fault({ path, kind: "body", moment: "after", body, ...more });
  const queries = () =>
    platform.calls
      .filter(({ method, path }) => method === "GET" && path === schedulesPath)
      .map(({ query }) => Object.keys(query).length > 0);
  const declareTwo = async () => {
    for (const title of ["A", "B"]) {
      await sendTo(platform, "POST", schedulesPath, { ...weekly().args, title });
    }
    platform.calls.length = 0;
  };
  const read = (on: Lifecycle, id: string) =>
    on.read({
      resource: reportSchedule,
      id,
      state: { ...weekly().args, title: "A", ownerId: String(platform.state.user) },
    });

  beforeEach(async () => {
    lines = [];
    platform = await startSimulator({ profile: "extended" });
  });
  afterEach(() => platform.close());

  it("gives an import only the fields that a program can have", async () => {
    await declareTwo();
    const [first] = platform.state.schedules;
    const schedule = { ...weekly().args.schedule, nextRunDate: 1, colour: "blue" };
    answer("/reportschedules$", [{ ...first, schedule, mood: "good" }]);
    const { inputs } = await lifecycleOn(platform).import({
      resource: reportSchedule,
      key: String(first?.id),
    });
    const { failures } = await lifecycleOn(platform).check({ resource: reportSchedule, inputs });
    assert.deepEqual(failures, []);
    assert.equal("colour" in (inputs.schedule as object), false);
  });

  it("shows invisible and direction characters of names as escapes", async () => {
    await declareTwo();
    const [first] = platform.state.schedules;
    assert.ok(first);
    first.title = "Week\u202e";
    const { objects } = await lifecycleOn(platform).list({ resource: reportSchedule });
    assert.ok(objects?.some(({ name }) => name === "Week\\u{202e}"));
    const importing = lifecycleOn(platform).import({ resource: reportSchedule, key: "Week" });
    const { message } = await failureOf(importing);
    assert.ok(message.includes("\\u{202e}") && !message.includes("\u202e"), message);
  });

  it("costs an odd row, with one warning, and no other row", async () => {
    answer("/roles$", [null, { id: "1", name: "Admin" }, "x", null]);
    assert.deepEqual(await call("getRoles", {}), { roles: [{ id: "1", name: "Admin" }] });
    assert.deepEqual(lines, [
      "Pulumi left out 3 of 4 rows when it tried to read the roles of the instance, because they have no usable form: null, a string. All other rows count.",
    ]);
  });

  for (const [variant, why] of [
    ["wrapped-lists", /does not have the form that is expected/],
    ["odd-rows", /does not have the form that is expected/],
    ["strict-queries", /the list/],
  ] as const) {
    it(`shows what is on the instance, and proves no absence: ${variant}`, async () => {
      await declareTwo();
      platform.useVariants(variant);
      const [first] = platform.state.schedules;
      assert.equal((await read(lifecycleOn(platform), String(first?.id)))?.inputs.title, "A");
      const error = await failureOf(read(lifecycleOn(platform), "42"));
      assert.equal(error.code, "unknown_state");
      assert.match(error.message, why);
    });
  }

  it("proves no absence where each one has another row, which nobody can fetch", async () => {
    await sendTo(platform, "POST", schedulesPath, weekly().args);
    platform.calls.length = 0;
    const lists = { method: "GET", path: "/reportschedules$", kind: "new-pages" } as const;
    // Each list has one row and ends with an empty page.
    for (let list = 0; list < 20; list++) platform.fault({ ...lists, skip: 2 * list });
    const error = await failureOf(read(lifecycleOn(platform, { operations: "extended" }), "42"));
    assert.equal(error.code, "unknown_state");
    assert.match(error.message, /it answered 404, but also to report schedule \d+/);
    assert.ok(platform.calls.length < 20);
  });

  it("proves no absence where it is the proof that the token works", async () => {
    const state = { name: "Analysts", type: "open" };
    const gone = () => lifecycleOn(platform).read({ resource: group, id: "42", state });
    assert.equal(await gone(), undefined);
    platform.useVariants("wrapped-lists");
    const error = await failureOf(gone());
    assert.equal(error.code, "unknown_state");
    assert.match(error.message, /the list of roles does not have the form that is expected/);
  });

  describe("whose query the platform refuses", () => {
    beforeEach(async () => {
      await declareTwo();
      platform.useVariants("strict-queries");
    });

    it("is read without the query, which one run asks for once per way and says once", async () => {
      const on = lifecycleOn(platform);
      const { id, warnings } = await on.create({ resource: reportSchedule, inputs: weekly().args });
      const found = await read(on, id);
      assert.equal(found?.inputs.title, weekly().args.title);
      const [first, second, ...others] = queries();
      assert.deepEqual([first, second], [true, true]);
      assert.ok(others.length > 1 && !others.includes(true), JSON.stringify(others));
      const all = [...warnings, ...found.warnings];
      const said = all.filter((line) => line.includes("as the whole list"));
      assert.equal(said.length, 1);
      assert.match(
        said[0] ?? "",
        /^The platform refuses the parameters .*counts as unknown, not as deleted\.$/,
      );
    });

    it("is the whole list of a function, with one warning", async () => {
      const { schedules } = await call("getReportSchedules", {});
      assert.deepEqual((schedules as Values[]).map(({ title }) => String(title)).sort(), [
        "A",
        "B",
      ]);
      assert.deepEqual(lines, [
        "The platform refuses the parameters that set the order and the pages when Pulumi tries to list report schedules. Pulumi takes its answer of 2 rows as the whole list. An object that the list lacks counts as unknown, not as deleted.",
      ]);
    });

    it("has only the rows with the title", async () => {
      const { schedules } = await call("getReportSchedules", { title: "a" });
      assert.deepEqual(
        (schedules as Values[]).map(({ title }) => title),
        ["A"],
      );
      assert.match(lines[1] ?? "", /^The platform ignores the title .* leaves out 1 of 2 /);
    });

    it("is sorted by title without the platform, in either direction", async () => {
      const titles = async (args: Values) =>
        ((await call("getReportSchedules", args)).schedules as Values[]).map(({ title }) => title);
      assert.deepEqual(await titles({ orderBy: "title", ascending: true }), ["A", "B"]);
      assert.deepEqual(await titles({ ascending: false, limit: 1 }), ["B"]);
    });

    for (const args of [{ filter: "USER" }, { orderBy: "startDate", ascending: true }]) {
      it(`is not read without what the program asks for: ${Object.keys(args).join()}`, async () => {
        const error = await failureOf(call("getReportSchedules", { ...args, title: "A" }));
        assert.equal(error.code, "rejected");
        for (const name of Object.keys(args)) assert.ok(error.message.includes(`\`${name}\``));
        assert.ok(!error.message.includes("`title`"), error.message);
        assert.deepEqual(queries(), Array(6).fill(true));
      });
    }

    it("is not read without the filter of the configuration either", async () => {
      const error = await failureOf(call("getReportSchedules", {}, { scheduleFilter: "ALL" }));
      assert.equal(error.code, "rejected");
      assert.match(error.message, /`filter`/);
    });
  });

  describe("whose paging the platform ignores", () => {
    const all = ["C", "A", "B"];
    const rows = all.map((title, at) => ({ id: String(at + 1), title }));

    it("is whole and in the order that was asked for, with one warning", async () => {
      answer("/reportschedules$", rows, { times: 9 });
      const { schedules } = await call("getReportSchedules", {});
      assert.deepEqual(
        (schedules as Values[]).map(({ title }) => title),
        all.toSorted(),
      );
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? "", /^The platform ignores the parameters .* answer of 3 rows /);
      assert.equal(platform.calls.length, 3);
    });

    it("may have another order than by a date, which fails where the program takes a part", async () => {
      answer("/reportschedules$", rows, { times: 99 });
      for (const part of [{ limit: 1 }, { skip: 1 }]) {
        const error = await failureOf(
          call("getReportSchedules", { ...part, orderBy: "startDate" }),
        );
        assert.equal(error.code, "partial_list");
        assert.match(error.message, /may ignore `orderBy` \(startDate\), too\. .*allowPartial/);
      }
      assert.deepEqual(
        lines.filter((line) => line.includes("orderBy")),
        [],
      );
      const { schedules } = await call("getReportSchedules", { orderBy: "nextRunDate" });
      assert.equal((schedules as unknown[]).length, 3);
      assert.match(lines.at(-1) ?? "", /^The schedules may be in another order .* \(nextRunDate\)/);
    });

    it("proves no absence", async () => {
      answer("/reportschedules$", rows, { times: 9 });
      const error = await failureOf(read(lifecycleOn(platform), "42"));
      assert.equal(error.code, "unknown_state");
    });

    it("may be cut where the platform ignores only what to skip", async () => {
      answer("/reportschedules$", rows.slice(0, 2), { times: 2 });
      answer("/reportschedules$", rows.slice(0, 1));
      const error = await failureOf(call("getReportSchedules", {}));
      assert.equal(error.code, "partial_list");
    });

    it("may be cut where the answer counts more rows", async () => {
      answer("/reportschedules$", { items: rows, total: 9 }, { times: 9 });
      const error = await failureOf(call("getReportSchedules", {}));
      assert.equal(error.code, "partial_list");
      assert.match(error.message, /sent 3 rows and says that there are more/);
    });

    it("gets the limit of the program, and ends at it", async () => {
      await declareTwo();
      platform.calls.length = 0;
      const { schedules } = await call("getReportSchedules", { skip: 1, limit: 1 });
      assert.equal((schedules as unknown[]).length, 1);
      assert.deepEqual(
        platform.calls.map(({ query }) => query.limit),
        ["2"],
      );
    });
  });

  it("is partial where the platform refuses a page", async () => {
    answer("/partition/list$", "no more", { status: 400, skip: 1, times: 3 });
    const datasetId = seedIds.dataset;
    const error = await failureOf(call("searchPartitions", { datasetId }));
    assert.equal(error.code, "partial_list");
    assert.match(error.message, /answered 400: "no more".*allowPartial/);
    platform.calls.length = 0;
    platform.clearFaults();
    answer("/partition/list$", "no more", { status: 400, skip: 1 });
    const found = await call("searchPartitions", { datasetId, allowPartial: true });
    assert.equal((found.partitions as unknown[]).length, 3);
    assert.equal(lines.length, 1);
  });

  it("is whole where a limit of the program ends it", async () => {
    await declareTwo();
    const { schedules } = await call("getReportSchedules", { limit: 1 });
    assert.equal((schedules as unknown[]).length, 1);
    assert.deepEqual(lines, []);
  });

  it("may be cut where the object around it counts more rows", async () => {
    const partitions = ["2024-01-01", "2024-01-02"];
    answer("/partition$", { partitions, total: 3 }, { times: 2 });
    const args = { datasetId: seedIds.dataset };
    const error = await failureOf(call("listPartitions", args));
    assert.match(error.message, /sent 2 rows and says that there are more.*allowPartial/);
    const found = await call("listPartitions", { ...args, allowPartial: true });
    assert.deepEqual(found, {
      partitions: [{ partitionId: "2024-01-01" }, { partitionId: "2024-01-02" }],
    });
  });

  it("keeps what the platform tells beyond the specification", async () => {
    const told = { id: 5, name: "Analysts", userIds: [1, "2", null], color: { of: "flag" } };
    answer("/groups/5$", told);
    assert.deepEqual(await call("getGroup", { id: "5" }), {
      ...{ id: "5", name: "Analysts", userIds: ["1", "2"] },
      otherFields: { color: { of: "flag" } },
    });
  });
});
