import assert from "node:assert/strict";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import type { Values } from "../../../provider/dist/define";
import { runFunction } from "../../../provider/dist/faces/functions";
import { getRoles } from "../../../provider/dist/functions/getRoles";
import { searchPartitions } from "../../../provider/dist/functions/searchPartitions";
import type { PlatformError } from "../../../provider/dist/wire/errors";
import { Instance } from "../../../provider/dist/wire/instance";
import { settingsOf } from "./provider";

const datasetId = seedIds.dataset;
const unreachable = { baseUrl: "http://127.0.0.1:9", token: "canary-token" };
const html = "<!DOCTYPE html><html><title>Sign in</title></html>";

async function failure(work: Promise<unknown>): Promise<PlatformError> {
  return work.then(
    () => assert.fail("it succeeded"),
    (error: unknown) => error as PlatformError,
  );
}

describe("a function", () => {
  let platform: Simulator;
  let pageCap: number;
  const open = async () => {
    platform = await startSimulator({ profile: "extended", pageCap });
  };
  const call = (name: string, args: Values, more: Values = {}) => {
    const config: Values = { baseUrl: platform.url, token: platform.token, ...more };
    return runFunction(name, args, (setting) => config[setting]);
  };
  const offline = (name: string, args: Values, config: Values = unreachable) =>
    runFunction(name, args, (setting) => config[setting]);
  const sent = () =>
    platform.calls.map(({ method, path, query, body }) => ({ method, path, query, body }));
  const answer = (path: string, body: unknown, more: Partial<FaultRule> = {}) =>
    platform.fault({ path, kind: "body", moment: "after", body, ...more });

  beforeEach(async () => {
    pageCap = Infinity;
    await open();
  });
  afterEach(() => platform.close());

  describe("getRole", () => {
    const admin = () => ({
      id: "1",
      name: "Admin",
      description: "Full access",
      authorityCount: 3,
      userCount: 1,
      created: Date.UTC(2023, 0, 1),
      modified: Date.UTC(2023, 0, 1),
    });
    const list = { method: "GET", path: "/api/authorization/v1/roles", query: {}, body: undefined };

    it("finds a role by its id and by its exact name, with all its fields, in one call", async () => {
      assert.deepEqual(await call("getRole", { id: "1" }), admin());
      assert.deepEqual(sent(), [list]);
      assert.deepEqual(await call("getRole", { name: "Admin" }), admin());
      assert.deepEqual(sent(), [list, list]);
    });

    it("takes exactly one of the two, and says so before any call", async () => {
      const both = await failure(offline("getRole", { id: "1", name: "Admin" }));
      assert.equal(both.code, "invalid_input");
      assert.match(both.message, /: takes either id or name, and both were given\.$/);
      const neither = await failure(offline("getRole", {}));
      assert.equal(neither.code, "invalid_input");
      assert.match(neither.message, /: takes either id or name, and neither was given\.$/);
    });

    it("lists the candidates where there is no such role, the nearest first", async () => {
      const byName = await failure(call("getRole", { name: "editors" }));
      assert.equal(byName.code, "not_found");
      assert.match(
        byName.message,
        /^Could not find the role "editors": .*there are Editor \(3\), /,
      );
      for (const one of ["Admin (1)", "Privileged (2)", "Participant (4)", "Social (5)"]) {
        assert.ok(byName.message.includes(one), one);
      }
      const byId = await failure(call("getRole", { id: "40" }));
      assert.match(byId.message, /^Could not find role 40: .*there are Participant \(4\), /);
    });

    it("lists no more than ten, and says how many more there are", async () => {
      const [first] = platform.state.roles;
      assert.ok(first);
      for (let id = 200; id < 210; id++) {
        platform.state.roles.push({ ...first, id, name: `Team ${id}` });
      }
      const { message } = await failure(call("getRole", { name: "Team" }));
      assert.equal(message.match(/\(\d+\)/g)?.length, 10);
      assert.match(message, / and 5 more\./);
    });

    it("lists those that share the name, and never chooses", async () => {
      const [first] = platform.state.roles;
      assert.ok(first);
      platform.state.roles.push({ ...first, id: 77 });
      const error = await failure(call("getRole", { name: "Admin" }));
      assert.equal(error.code, "ambiguous");
      assert.match(error.message, /there are Admin \(1\), Admin \(77\)\. Give the id/);
      assert.equal((await call("getRole", { id: "77" })).name, "Admin");
    });
  });

  describe("getFileMetadata", () => {
    const args = { filesetId: seedIds.fileset, fileId: seedIds.file };

    it("tells all that is known of a file, ids as strings", async () => {
      Object.assign(platform.state.files[0] ?? {}, {
        downloadUrl: "https://files.example.com/reports.pdf",
        connectorKey: "upload",
        indexReason: "complete",
      });
      assert.deepEqual(await call("getFileMetadata", args), {
        id: seedIds.file,
        path: "handbook/reports.pdf",
        name: "reports.pdf",
        fileType: "DOCUMENT",
        contentType: "application/pdf",
        size: 5_368_709_120,
        created: "2024-01-02T03:04:05.000Z",
        createdBy: "1000001",
        hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        hashAlgorithm: "SHA_256_HEX",
        downloadUrl: "https://files.example.com/reports.pdf",
        connectorKey: "upload",
        indexStatus: "COMPLETED",
        indexReason: "complete",
      });
      const path = `/api/files/v1/filesets/${seedIds.fileset}/files/${seedIds.file}`;
      assert.deepEqual(sent(), [{ method: "GET", path, query: {}, body: undefined }]);
    });

    it("leaves out what the platform tells as null", async () => {
      const file = await call("getFileMetadata", args);
      for (const name of ["downloadUrl", "connectorKey", "indexReason"]) {
        assert.equal(file[name], undefined, name);
      }
    });

    it("refuses a file id that is no uuid, before any call", async () => {
      const error = await failure(offline("getFileMetadata", { ...args, fileId: "42" }));
      assert.equal(error.code, "invalid_input");
      assert.match(error.message, /fileId must be a uuid, as in [0-9a-f-]{36}, not "42"/);
    });

    it("says that a file is not there", async () => {
      const fileId = "00000000-0000-4000-8000-000000000000";
      const error = await failure(call("getFileMetadata", { ...args, fileId }));
      assert.equal(error.code, "not_found");
      assert.match(error.message, /^Could not read what is known of file 00000000-/);
    });
  });

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

    it("says that an answer in HTML is not the platform's", async () => {
      answer("/partition$", html, { kind: "html" });
      const error = await failure(call("listPartitions", { datasetId }));
      assert.equal(error.code, "unexpected_answer");
      assert.match(error.message, /with an HTML page .*platform:baseUrl/);
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

    it("ends where a server ignores what to skip", async () => {
      const page = [{ rows: 1 }, { partitionId: "a" }];
      answer("/list$", page, { times: 2 });
      const found = await call("searchPartitions", { datasetId });
      assert.deepEqual(found, { partitions: page });
      assert.equal(sent().length, 2);
    });

    it("is sent again after a fault, as it changes nothing, and clears no shared read", async () => {
      platform.fault({ path: "/list$", kind: "close", moment: "after" });
      const settings = settingsOf({ baseUrl: platform.url, token: platform.token });
      const instance = new Instance(settings);
      await getRoles.run(instance, {});
      await searchPartitions.run(instance, { datasetId, limit: 3 });
      await getRoles.run(instance, {});
      assert.deepEqual(
        sent().map((one) => one.path),
        ["/api/authorization/v1/roles", path, path],
      );
    });

    it("refuses what is no bound, and a near miss of an order, before any call", async () => {
      const paginationFields = [
        { fieldName: "a", sortOrder: "desc", filterValues: { MIN: true, MAXIMUM: 1 } },
      ];
      const error = await failure(offline("searchPartitions", { datasetId, paginationFields }));
      assert.equal(error.code, "invalid_input");
      for (const part of [
        'paginationFields[0].sortOrder "desc" is not a known value: did you mean "DESC"?',
        "paginationFields[0].filterValues.MIN must be a string, a number or null, not true",
        "paginationFields[0].filterValues.MAXIMUM is no property here: use MIN, MAX",
      ]) {
        assert.ok(error.message.includes(part), `${part} is not in ${error.message}`);
      }
    });

    it("passes another order, with a word that it is not known", async () => {
      const lines: string[] = [];
      const config: Values = { baseUrl: platform.url, token: platform.token };
      const paginationFields = [{ fieldName: "datecompleted", sortOrder: "RANDOM" }];
      const work = runFunction(
        "searchPartitions",
        { datasetId, paginationFields },
        (setting) => config[setting],
        (line) => lines.push(line),
      );
      assert.equal((await failure(work)).code, "rejected");
      assert.deepEqual(bodies(), [{ paginationFields, limit: 100, offset: 0 }]);
      assert.deepEqual(lines, [
        'searchPartitions: paginationFields[0].sortOrder: "RANDOM" is none of the known values DESC, ASC; it is sent as it is.',
      ]);
    });
  });

  describe("getGroup", () => {
    it("tells all that is known of a group, ids as strings", async () => {
      platform.state.groups.push({
        id: 5_000_000_001,
        name: "Analysts",
        type: "closed",
        description: "May read the reports",
        userIds: [seedIds.user, seedIds.colleague],
        owners: [],
        creatorId: seedIds.user,
        guid: "8f14e45f-ceea-467f-a8b7-6c2b8f0e5d3a",
        hidden: false,
        default: false,
        active: true,
        created: 0,
      });
      assert.deepEqual(await call("getGroup", { id: "5000000001" }), {
        id: "5000000001",
        name: "Analysts",
        type: "closed",
        userIds: ["1000001", "6789456782"],
        creatorId: "1000001",
        memberCount: 2,
        guid: "8f14e45f-ceea-467f-a8b7-6c2b8f0e5d3a",
        description: "May read the reports",
        hidden: false,
        default: false,
        active: true,
      });
      const path = "/api/content/v2/groups/5000000001";
      assert.deepEqual(sent(), [{ method: "GET", path, query: {}, body: undefined }]);
    });

    it("says that a group is not there", async () => {
      assert.equal((await failure(call("getGroup", { id: "1" }))).code, "not_found");
    });
  });

  describe("getWorkflows", () => {
    const workflowApi = () => ({
      apiUrl: `${platform.url}/workflow-api`,
      accessToken: platform.workflowToken,
    });
    const workflow = {
      id: "7d4d3c0a-2b1f-4a55-9a2c-5f6e7d8c9b04",
      name: "Monthly close",
      description: "Locks the month's figures",
    };

    it("gives the workflows with whatever the platform tells of them", async () => {
      answer("/workflows$", [{ ...workflow, steps: [{ n: 1 }] }]);
      assert.deepEqual(await call("getWorkflows", {}, workflowApi()), {
        workflows: [{ ...workflow, steps: [{ n: 1 }] }],
      });
      const path = "/workflow-api/v1/workflows";
      assert.deepEqual(sent(), [{ method: "GET", path, query: {}, body: undefined }]);
    });

    it("goes to the address of a named instance, with that one's token", async () => {
      const instances = {
        north: { baseUrl: "http://127.0.0.1:9", token: "other", ...workflowApi() },
      };
      const found = await offline("getWorkflows", { instance: "north" }, { instances });
      assert.deepEqual(found, { workflows: [workflow] });
      assert.equal(sent().length, 1);
    });

    for (const [missing, given] of [
      ["platform:apiUrl (or PLATFORM_API_URL) is missing", { accessToken: "secret" }],
      ["platform:accessToken (or PLATFORM_ACCESS_TOKEN) is missing", { apiUrl: "https://x.io" }],
      [
        "platform:apiUrl (or PLATFORM_API_URL) and platform:accessToken (or PLATFORM_ACCESS_TOKEN) are missing",
        {},
      ],
    ] as const) {
      it(`fails before any call where ${missing}`, async () => {
        const error = await failure(offline("getWorkflows", {}, { ...unreachable, ...given }));
        assert.equal(error.code, "invalid_settings");
        assert.ok(error.message.includes(missing), error.message);
        assert.match(error.message, /`apiUrl`.*`accessToken`.*platform:instances/);
      });
    }

    it("explains the grant that is missing", async () => {
      platform.state.grants.workflowApi = false;
      const error = await failure(call("getWorkflows", {}, workflowApi()));
      assert.equal(error.code, "forbidden");
      assert.match(error.message, /grant `Workflow API`.*Roles, then Grants.*administrator/);
    });

    it("says which token and which address are wrong", async () => {
      const wrong = await failure(
        call("getWorkflows", {}, { ...workflowApi(), accessToken: "stale" }),
      );
      assert.equal(wrong.code, "unauthorized");
      assert.match(
        wrong.message,
        /set PLATFORM_ACCESS_TOKEN \(or the secret platform:accessToken\)/,
      );
      answer("/workflows$", html, { kind: "html" });
      const page = await failure(call("getWorkflows", {}, workflowApi()));
      assert.match(page.message, /Check that platform:apiUrl is the address/);
      const nowhere = { ...workflowApi(), apiUrl: "http://127.0.0.1:9" };
      const gone = await failure(call("getWorkflows", {}, nowhere));
      assert.match(gone.message, /Check that platform:apiUrl is right/);
    });
  });
});
