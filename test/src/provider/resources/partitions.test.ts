import assert from "node:assert/strict";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import type { Values } from "../../../../provider/dist/definition/values";
import { getRoles } from "../../../../provider/dist/functions/getRoles";
import { searchPartitions } from "../../../../provider/dist/functions/searchPartitions";
import { callFunction, lifecycleOn, nowhere } from "../provider";
import { failureOf } from "../../wire/exchange";

const datasetId = seedIds.dataset;
const html = "<!DOCTYPE html><html><title>Sign in</title></html>";

describe("partitions of a dataset", () => {
  let platform: Simulator;
  let pageCap: number;
  const open = async () => {
    platform = await startSimulator({ profile: "extended", pageCap });
  };
  const call = (name: string, args: Values, warn?: (line: string) => void) => {
    const config: Values = { baseUrl: platform.url, token: platform.token };
    return callFunction(name, args, (setting) => config[setting], warn);
  };
  const offline = (name: string, args: Values) =>
    callFunction(name, args, (setting) => nowhere[setting]);
  const sent = () =>
    platform.calls.map(({ method, path, query, body }) => ({ method, path, query, body }));
  const answer = (path: string, body: unknown, more: Partial<FaultRule> = {}) =>
    platform.fault({ path, kind: "body", moment: "after", body, ...more });

  beforeEach(async () => {
    pageCap = Infinity;
    await open();
  });
  afterEach(() => platform.close());

  describe("listPartitions", () => {
    const path = `/api/query/v1/datasources/${datasetId}/partition`;

    it("gives the partitions of a dataset, in one call", async () => {
      assert.deepEqual(await call("listPartitions", { datasetId }), {
        partitions: ["2024-01-01", "2024-01-02", "2024-01-03"].map((partitionId) => ({
          partitionId,
        })),
      });
      assert.deepEqual(sent(), [{ method: "GET", path, query: {}, body: undefined }]);
    });

    it("keeps whatever the platform tells of a partition, its id as a string", async () => {
      answer("/partition$", [{ partitionId: 7, name: "Spring", tags: [1] }, { name: "no id" }]);
      assert.deepEqual(await call("listPartitions", { datasetId }), {
        partitions: [{ partitionId: "7", name: "Spring", tags: [1] }, { name: "no id" }],
      });
    });

    it("keeps rows with the same id, because one answer can tell a partition twice", async () => {
      const partitions = [true, false].map((markedForDeletion) => ({
        partitionId: "2024-01-01",
        markedForDeletion,
      }));
      answer("/partition$", partitions);
      assert.deepEqual(await call("listPartitions", { datasetId }), { partitions });
    });

    it("says that an answer in HTML is not the platform's", async () => {
      answer("/partition$", html, { kind: "html" });
      const error = await failureOf(call("listPartitions", { datasetId }));
      assert.equal(error.code, "not_the_api");
      assert.match(error.message, /with an HTML page: .*platform:baseUrl/);
    });
  });

  describe("searchPartitions", () => {
    const path = `/api/query/v1/datasources/${datasetId}/partition/list`;
    const field = { fieldName: "datecompleted", sortOrder: "DESC" };
    const days = (...all: number[]) =>
      all.map((day) => ({
        partitionId: `2024-01-0${day}`,
        rowCount: day * 1000,
        datecompleted: Date.UTC(2024, 0, day + 1),
      }));
    const bodies = () => sent().map(({ body }) => body as Values);

    it("sends fields, order, bounds, limit and offset as they are documented", async () => {
      const paginationFields = [
        { ...field, filterValues: { MIN: null, MAX: Date.UTC(2024, 0, 3) } },
        {
          fieldName: "partitionId",
          sortOrder: "ASC",
          filterValues: { MIN: "2024-01-01", MAX: null },
        },
      ];
      assert.deepEqual(
        await call("searchPartitions", { datasetId, paginationFields, limit: 1, offset: 1 }),
        { partitions: days(1) },
      );
      const body = { paginationFields, limit: 1, offset: 1 };
      assert.deepEqual(sent(), [{ method: "POST", path, query: {}, body }]);
    });

    it("reads all pages where the server gives less than is asked for", async () => {
      await platform.close();
      pageCap = 2;
      await open();
      assert.deepEqual(await call("searchPartitions", { datasetId, paginationFields: [field] }), {
        partitions: days(3, 2, 1),
      });
      assert.deepEqual(bodies(), [
        { paginationFields: [field], limit: 100, offset: 0 },
        { paginationFields: [field], limit: 100, offset: 2 },
        { paginationFields: [field], limit: 100, offset: 3 },
      ]);
    });

    it("asks for no more than the limit, over pages as well", async () => {
      await platform.close();
      pageCap = 1;
      await open();
      const found = await call("searchPartitions", { datasetId, limit: 2, offset: 1 });
      assert.deepEqual(found, { partitions: days(2, 3) });
      assert.deepEqual(bodies(), [
        { limit: 2, offset: 1 },
        { limit: 1, offset: 2 },
      ]);
    });

    it("ends where a server ignores what to skip, and fails unless the program allows a partial list", async () => {
      const page = [{ rows: 1 }, { partitionId: "a" }];
      answer("/list$", page, { times: 4 });
      const error = await failureOf(call("searchPartitions", { datasetId }));
      assert.equal(error.code, "partial_list");
      assert.match(
        error.message,
        /shows rows twice.* write `allowPartial: true` in the program\. \[partial_list\]$/,
      );
      assert.equal(sent().length, 2);
      const lines: string[] = [];
      const args = { datasetId, allowPartial: true };
      const found = await call("searchPartitions", args, (line) => lines.push(line));
      assert.deepEqual(found, { partitions: page });
      assert.equal(sent().length, 4);
      assert.deepEqual(lines, [
        `The list may lack rows, although Pulumi could search the partitions of dataset ${datasetId}: the platform shows rows twice, so other rows may be missing. Pulumi uses the rows that the platform sent, because of allowPartial.`,
      ]);
    });

    it("is sent again after a fault, as it changes nothing, and clears no shared read", async () => {
      platform.fault({ path: "/list$", kind: "close", moment: "after" });
      const { instance } = lifecycleOn(platform);
      await getRoles.run(instance, {});
      await searchPartitions.run(instance, { datasetId, limit: 3 });
      await getRoles.run(instance, {});
      assert.deepEqual(
        sent().map((one) => one.path),
        ["/api/authorization/v1/roles", path, path],
      );
    });

    it("refuses an unknown bound, and a near miss of an order, before any call", async () => {
      const paginationFields = [
        { fieldName: "a", sortOrder: "desc", filterValues: { MIN: true, MAXIMUM: 1 } },
      ];
      const error = await failureOf(offline("searchPartitions", { datasetId, paginationFields }));
      assert.equal(error.code, "invalid_input");
      for (const part of [
        'paginationFields[0].sortOrder "desc" is not a known value: did you mean "DESC"? To send it unchanged, set platform:allowUnknownValues to true.',
        "Unknown property paginationFields[0].filterValues.MAXIMUM. Known properties: MIN, MAX",
      ]) {
        assert.ok(error.message.includes(part), `${part} is not in ${error.message}`);
      }
    });

    it("passes bounds of any type, and null for an omitted bound", async () => {
      const search = (filterValues: Values) =>
        call("searchPartitions", {
          datasetId,
          paginationFields: [{ fieldName: "datecompleted", sortOrder: "DESC", filterValues }],
          limit: 0,
        }).catch(() => undefined);
      await search({ MIN: true });
      await search({ MAX: { day: 3 } });
      const sentBounds = bodies().map(
        ({ paginationFields }) => (paginationFields as Values[])[0]?.filterValues,
      );
      assert.deepEqual(sentBounds, [
        { MIN: true, MAX: null },
        { MIN: null, MAX: { day: 3 } },
      ]);
    });

    it("passes another order, with a word that it is not known", async () => {
      const lines: string[] = [];
      const config: Values = { baseUrl: platform.url, token: platform.token };
      const paginationFields = [{ fieldName: "datecompleted", sortOrder: "RANDOM" }];
      const work = callFunction(
        "searchPartitions",
        { datasetId, paginationFields },
        (setting) => config[setting],
        (line) => lines.push(line),
      );
      assert.equal((await failureOf(work)).code, "rejected");
      assert.deepEqual(bodies(), [{ paginationFields, limit: 100, offset: 0 }]);
      assert.deepEqual(lines, [
        'searchPartitions: paginationFields[0].sortOrder "RANDOM" is not a known value (DESC, ASC). It is sent unchanged.',
      ]);
    });
  });
});
