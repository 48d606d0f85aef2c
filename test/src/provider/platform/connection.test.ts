import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { weekly } from "../../engine/stacks/declarations";
import { deadlines } from "../../harness/sessions/deadlines";
import { furtherCalls } from "../../harness/sessions/connectionReads";
import { dynamicProviders, lifecycleOn } from "../provider";

const roles = "GET /api/authorization/v1/roles";
const analysts = { name: "Analysts", type: "open" };
const checkOf = (name: string) => ({
  resource: group,
  inputs: { ...analysts, name },
  identity: name,
});

describe("the first check of a process", () => {
  let platform: Simulator;
  const process = (more?: Record<string, unknown>) =>
    lifecycleOn(platform, { ...deadlines(0.5), ...more });
  const routes = () => platform.calls.map(({ route }) => route);
  const fault = (rule: Omit<FaultRule, "path">, path = "/roles$") =>
    platform.fault({ ...rule, path, times: 0 });

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
    platform.clearFaults();
    platform.calls.length = 0;
  });

  describe("tests the connection with one documented read", () => {
    for (const operations of ["documented", "extended"]) {
      it(`that serves all parallel checks, in ${operations} operations`, async () => {
        const lifecycle = process({ operations });
        const names = ["One", "Two", "Three"];
        const checks = await Promise.all(names.map((name) => lifecycle.check(checkOf(name))));
        assert.deepEqual(
          checks.flatMap(({ failures, warnings }) => [...failures, ...warnings]),
          [],
        );
        await lifecycle.check(checkOf("Four"));
        assert.equal(routes()[0], roles);
        assert.deepEqual(furtherCalls(platform), [...new Set(furtherCalls(platform))]);
      });
    }

    it("before it looks at the inputs", async () => {
      const { failures } = await process().check({ resource: group, inputs: {} });
      assert.notDeepEqual(failures, []);
      assert.deepEqual(routes(), [roles]);
    });

    it("or with a read that is made anyway, even one that is still under way", async () => {
      const [lifecycle, list] = [process(), "GET /api/content/v1/reportschedules"];
      fault({ kind: "status", status: 401 });
      platform.fault({ path: "/reportschedules$", kind: "delay", delayMs: 200 });
      const listing = lifecycle.list({ resource: reportSchedule });
      await lifecycle.check(checkOf("One"));
      assert.deepEqual([...new Set(routes())], [list]);
      await listing;
    });

    it("once for each instance, whatever names it has", async () => {
      const other = await startSimulator();
      try {
        const one = { baseUrl: other.url, token: other.token };
        const instances = JSON.stringify({ one, again: one });
        const { url: baseUrl, token } = platform;
        const { Group, ReportSchedule } = await dynamicProviders({ baseUrl, token, instances });
        for (const instance of [undefined, "one", "again"]) {
          await Group.check?.({}, { ...analysts, instance });
          await ReportSchedule.check?.({}, { ...weekly().args, instance });
        }
        assert.deepEqual(routes(), [roles]);
        assert.deepEqual(
          other.calls.map(({ route }) => route),
          [roles],
        );
      } finally {
        await other.close();
      }
    });

    it("and no other process sees its answer", async () => {
      await process().check(checkOf("One"));
      await process().check(checkOf("One"));
      assert.deepEqual(routes(), [roles, roles]);
    });

    it("which no refresh, update or delete makes", async () => {
      const { id, state } = await process().create({ resource: group, inputs: analysts });
      platform.calls.length = 0;
      const lifecycle = process({ operations: "extended" });
      const object = { resource: group, id, state };
      await lifecycle.read(object);
      await lifecycle.update({ ...object, inputs: { ...analysts, type: "closed" } });
      await lifecycle.delete(object);
      assert.ok(!routes().includes(roles));
    });
  });

  describe("fails before anything else, and every later check with it, where", () => {
    const failures: [string, Omit<FaultRule, "path">, string, RegExp][] = [
      [
        "the token is refused",
        { kind: "status", status: 401 },
        "unauthorized",
        /answered 401.* The instance refused the token\. Set platform:token to a valid token, or check that the platform expects the token in the header X-SERVICE-Developer-Token \(platform:tokenHeader\)\./,
      ],
      [
        "a page answers",
        { kind: "html" },
        "not_the_api",
        /with an HTML page.*no proxy or sign-in page/,
      ],
      ["a redirect answers", { kind: "redirect" }, "redirected", /Redirects are never followed/],
      ["every connection breaks", { kind: "close" }, "unreachable", /got no answer/],
    ];
    for (const [what, rule, code, said] of failures) {
      it(what, async () => {
        fault(rule);
        const lifecycle = process();
        const tried = code === "unauthorized" ? "sign in" : "connect";
        const expected = { code, message: new RegExp(`^Could not ${tried} to the instance: GET `) };
        await assert.rejects(lifecycle.check(checkOf("One")), expected);
        await assert.rejects(lifecycle.check(checkOf("Two")), { code, message: said });
        assert.deepEqual(furtherCalls(platform, platform.calls.length), []);
        const { length } = platform.calls;
        await assert.rejects(lifecycle.check(checkOf("Three")), { code });
        assert.equal(platform.calls.length, length, "the test is not repeated");
      });
    }

    it("a server answers that does not know the API", async () => {
      fault({ kind: "status", status: 404, body: "no page" });
      fault({ kind: "status", status: 404, body: "no page" }, "/reportschedules$");
      await assert.rejects(process().check(checkOf("One")), {
        code: "not_the_api",
        message:
          /answered 404: "no page"\. This address does not have \/api\/content\/v1\/reportschedules either\. So it is not the address of an instance\. Check that platform:baseUrl/,
      });
    });

    it("nobody listens", async () => {
      const gone = await startSimulator();
      await gone.close();
      await assert.rejects(process({ baseUrl: gone.url }).check(checkOf("One")), {
        code: "unreachable",
        message: /nothing accepts connections at 127\.0\.0\.1:\d+\. Check that platform:baseUrl/,
      });
    });

    it("the host name does not exist", async () => {
      await assert.rejects(process({ baseUrl: "https://one.invalid:8443" }).check(checkOf("One")), {
        code: "unreachable",
        message:
          /the host name one\.invalid was not found\. Check the host name in platform:baseUrl/,
      });
    });
  });

  describe("takes the connection for working, without a word, where", () => {
    const answers: [string, Omit<FaultRule, "path">][] = [
      ["the token lacks a grant", { kind: "status", status: 403 }],
      ["a 403 is in plain words", { kind: "status", status: 403, body: "Forbidden" }],
      ["the read is not found", { kind: "status", status: 404, body: { status: 404 } }],
      ["only this read is not found", { kind: "status", status: 404, body: "no page" }],
      ["the read is not offered", { kind: "status", status: 405 }],
      ["the request is refused", { kind: "status", status: 400 }],
      ["the answer has another form", { kind: "body", body: { some: "thing" } }],
    ];
    for (const [what, rule] of answers) {
      it(what, async () => {
        fault(rule);
        const { failures, warnings } = await process().check(checkOf("One"));
        assert.deepEqual([failures, warnings], [[], []]);
      });
    }
  });

  describe("goes on with one warning, where", () => {
    const passing: [string, Omit<FaultRule, "path">, RegExp][] = [
      ["the platform fails", { kind: "status", status: 503, retryAfter: 0 }, /answered 503/],
      ["no answer comes in time", { kind: "hang" }, /got no answer within 0\.5 s/],
    ];
    it("two documented reads are not found, in JSON", async () => {
      const missing = { kind: "status", status: 404, body: { status: 404 } } as const;
      fault(missing);
      fault(missing, "/reportschedules$");
      const { failures, warnings } = await process().check(checkOf("One"));
      assert.deepEqual(failures, []);
      assert.match(
        (warnings as string[]).join(),
        /This address does not have \/api\/content\/v1\/reportschedules either\. Check that it is the address of an instance\. Pulumi continues/,
      );
    });

    for (const [what, rule, said] of passing) {
      it(what, async () => {
        fault(rule);
        const lifecycle = process();
        const checks = [];
        for (const name of ["One", "Two"]) checks.push(await lifecycle.check(checkOf(name)));
        assert.deepEqual(
          checks.flatMap(({ failures }) => failures),
          [],
        );
        const [warning = "", ...others] = checks.flatMap(({ warnings }) => warnings);
        assert.deepEqual(others, []);
        assert.match(warning, said);
        assert.match(warning, /^Could not connect to the instance: .*Pulumi continues, because/);
      });
    }
  });

  describe("of a command that reads first", () => {
    const made = async (names: readonly string[]) => {
      const lifecycle = process({ operations: "extended" });
      return Promise.all(
        names.map(async (name) => {
          const { resource, inputs, identity } = checkOf(name);
          return {
            resource,
            identity,
            ...(await lifecycle.create({ resource, inputs, identity })),
          };
        }),
      );
    };

    it("comes after one message, and every other object keeps its state", async () => {
      const objects = await made(["One", "Two", "Three"]);
      const lifecycle = process({ operations: "extended", token: "wrong" });
      const reads = await Promise.allSettled(objects.map((one) => lifecycle.read(one)));
      const failed = reads.flatMap((one) =>
        one.status === "rejected" ? [String(one.reason)] : [],
      );
      assert.equal(failed.length, 1);
      assert.match(failed.join(), /answered 401: .*Set platform:token to a valid token, or /);
      reads.forEach((one, index) => {
        if (one.status === "rejected") return;
        assert.deepEqual(one.value?.state, objects[index]?.state);
        assert.deepEqual(one.value?.warnings, []);
      });
      const kept = reads.filter(({ status }) => status === "fulfilled");
      assert.equal(kept.length, 2);
    });

    it("hides no failure of an object where another one could be read", async () => {
      const objects = await made(["One", "Two", "Three"]);
      const lifecycle = process();
      const [first, ...others] = objects;
      assert.ok(first);
      await lifecycle.read(first);
      platform.fault({ path: "/groups/", kind: "status", status: 401, times: 0 });
      for (const one of others) {
        await assert.rejects(lifecycle.read(one), { code: "unauthorized" });
      }
    });
  });
});
