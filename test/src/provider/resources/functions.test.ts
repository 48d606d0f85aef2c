import assert from "node:assert/strict";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import type { Values } from "../../../../provider/dist/definition/values";
import { failureOf } from "../../wire/exchange";
import { callFunction } from "../provider";

const unreachable = { baseUrl: "http://127.0.0.1:9", token: "canary-token" };
const html = "<!DOCTYPE html><html><title>Sign in</title></html>";

describe("a function", () => {
  let platform: Simulator;
  const call = (name: string, args: Values, more: Values = {}) => {
    const config: Values = { baseUrl: platform.url, token: platform.token, ...more };
    return callFunction(name, args, (setting) => config[setting]);
  };
  const offline = (name: string, args: Values, config: Values = unreachable) =>
    callFunction(name, args, (setting) => config[setting]);
  const sent = () =>
    platform.calls.map(({ method, path, query, body }) => ({ method, path, query, body }));
  const answer = (path: string, body: unknown, more: Partial<FaultRule> = {}) =>
    platform.fault({ path, kind: "body", moment: "after", body, ...more });

  beforeEach(async () => {
    platform = await startSimulator({ profile: "extended" });
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
      const both = await failureOf(offline("getRole", { id: "1", name: "Admin" }));
      assert.equal(both.code, "invalid_input");
      assert.match(both.message, /: Set either id or name: both were given\. \[invalid_input\]$/);
      const neither = await failureOf(offline("getRole", {}));
      assert.equal(neither.code, "invalid_input");
      assert.match(
        neither.message,
        /: Set either id or name: neither was given\. \[invalid_input\]$/,
      );
    });

    it("lists the candidates where there is no such role, the nearest first", async () => {
      const byName = await failureOf(call("getRole", { name: "editors" }));
      assert.equal(byName.code, "not_found");
      assert.match(
        byName.message,
        /^Could not find the role "editors": .*there are Editor \(3\), /,
      );
      for (const one of ["Admin (1)", "Privileged (2)", "Participant (4)", "Social (5)"]) {
        assert.ok(byName.message.includes(one), one);
      }
      const byId = await failureOf(call("getRole", { id: "40" }));
      assert.match(byId.message, /^Could not find role 40: .*there are Participant \(4\), /);
    });

    it("lists no more than ten, and says how many more there are", async () => {
      const [first] = platform.state.roles;
      assert.ok(first);
      for (let id = 200; id < 210; id++) {
        platform.state.roles.push({ ...first, id, name: `Team ${id}` });
      }
      const { message } = await failureOf(call("getRole", { name: "Team" }));
      assert.equal(message.match(/\(\d+\)/g)?.length, 10);
      assert.match(message, / and 5 more\./);
    });

    it("lists those that share the name, and never chooses", async () => {
      const [first] = platform.state.roles;
      assert.ok(first);
      platform.state.roles.push({ ...first, id: 77 });
      const error = await failureOf(call("getRole", { name: "Admin" }));
      assert.equal(error.code, "ambiguous");
      assert.match(
        error.message,
        /there are Admin \(1\), Admin \(77\)\. .* set `id` in the program\./,
      );
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
      const error = await failureOf(offline("getFileMetadata", { ...args, fileId: "42" }));
      assert.equal(error.code, "invalid_input");
      assert.match(error.message, /fileId must be a uuid, as in [0-9a-f-]{36}, not "42"/);
    });

    it("says that a file is not there", async () => {
      const fileId = "00000000-0000-4000-8000-000000000000";
      const error = await failureOf(call("getFileMetadata", { ...args, fileId }));
      assert.equal(error.code, "not_found");
      assert.match(error.message, /^Could not read what is known of file 00000000-/);
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
      assert.equal((await failureOf(call("getGroup", { id: "1" }))).code, "not_found");
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
      ["platform:apiUrl is not set", { accessToken: "secret" }],
      ["platform:accessToken is not set", { apiUrl: "https://x.io" }],
      ["platform:apiUrl and platform:accessToken are not set", {}],
    ] as const) {
      it(`fails before any call where ${missing}`, async () => {
        const error = await failureOf(offline("getWorkflows", {}, { ...unreachable, ...given }));
        assert.equal(error.code, "invalid_settings");
        assert.ok(error.message.includes(missing), error.message);
        assert.match(
          error.message,
          /Set platform:\w+ to .* of the workflow API\. \[invalid_settings\]$/,
        );
      });
    }

    it("explains the grant that is missing", async () => {
      platform.state.grants.workflowApi = false;
      const error = await failureOf(call("getWorkflows", {}, workflowApi()));
      assert.equal(error.code, "forbidden");
      assert.match(
        error.message,
        /grant `Workflow API`.*administrator.*\*\*Roles\*\*, then \*\*Grants\*\*.*executing workflows, and reading their logs and statuses\./,
      );
    });

    it("says which token and which address are wrong", async () => {
      const wrong = await failureOf(
        call("getWorkflows", {}, { ...workflowApi(), accessToken: "stale" }),
      );
      assert.equal(wrong.code, "unauthorized");
      assert.match(wrong.message, /Set platform:accessToken to a valid token/);
      answer("/workflows$", html, { kind: "html" });
      const page = await failureOf(call("getWorkflows", {}, workflowApi()));
      assert.match(page.message, /Check that platform:apiUrl is the address of the API/);
      const nowhere = { ...workflowApi(), apiUrl: "http://127.0.0.1:9" };
      const gone = await failureOf(call("getWorkflows", {}, nowhere));
      assert.match(gone.message, /Check that platform:apiUrl is correct/);
    });
  });
});
