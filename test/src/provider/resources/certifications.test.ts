import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import type { Values } from "../../../../provider/dist/definition/values";
import { certification as resource } from "../../../../provider/dist/resources/certification";
import { scheduledReportEmails } from "../../../../provider/dist/resources/scheduledReportEmails";
import { dataset } from "../../engine/stacks/declarations";
import { furtherCalls } from "../../harness/sessions/connectionReads";
import { dynamicProviders, lifecycleOn, nowhere, reasonsIn, replacedPaths } from "../provider";

const card = { entityType: "CARD", entityId: "12" };
const orders = { entityType: "DATA_SOURCE", entityId: dataset };
const path = "/api/tags/v3/CARD/12/system/CERTIFIED/state";

describe("a certification", () => {
  let platform: Simulator;
  const on = (operations: string) => lifecycleOn(platform, { operations });
  const made = async (inputs: Values = card) => {
    const created = await on("documented").create({ resource, inputs });
    platform.calls.length = 0;
    return { resource, ...created };
  };
  const calls = () => platform.calls.map(({ method, path: at }) => `${method} ${at}`);
  const certified = () => platform.state.certifications.map(({ id }) => id);

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => platform.reset());

  it("is one request without a body, sent again when its answer is lost", async () => {
    platform.fault({ method: "PUT", kind: "close", moment: "after" });
    const { id, state } = await on("documented").create({ resource, inputs: card });
    assert.equal(id, "CARD/12");
    assert.equal(state.message, "The content is certified");
    assert.deepEqual(calls(), [`PUT ${path}/ACTIVE`, `PUT ${path}/ACTIVE`]);
    assert.deepEqual(
      platform.calls.map(({ body }) => body),
      [undefined, undefined],
    );
    assert.deepEqual(certified(), ["CARD/12"]);
  });

  for (const body of ["", "{}", "null", '{"message":null}', "[1]"]) {
    it(`needs no words of the platform: ${body === "" ? "nothing" : body}`, async () => {
      platform.fault({ method: "PUT", kind: "body", body, moment: "after" });
      const { state } = await on("documented").create({ resource, inputs: card });
      assert.equal("message" in state, false);
    });
  }

  for (const body of ["certified", '"certified"', '{"message":"certified"}']) {
    it(`keeps the words of the platform: ${body}`, async () => {
      platform.fault({ method: "PUT", kind: "body", body, moment: "after" });
      const { state } = await on("documented").create({ resource, inputs: card });
      assert.equal(state.message, "certified");
    });
  }

  it("is refused in the words of the platform", async () => {
    platform.state.missing.push(dataset);
    await assert.rejects(on("documented").create({ resource, inputs: orders }), {
      code: "not_found",
      message: /^Could not certify dataset 0f6a.*: "DATA_SOURCE 0f6a\S+ does not exist/,
    });
  });

  it("is what the state holds in documented operations, without a call", async () => {
    const { id, state } = await made();
    platform.state.certifications = [];
    assert.deepEqual((await on("documented").read({ resource, id, state }))?.state, state);
    await assert.rejects(on("documented").delete({ resource, id, state, identity: "one" }), {
      code: "impossible",
      message: /Delete it on the instance, then run `pulumi state delete`\./,
    });
    assert.deepEqual(calls(), []);
  });

  it("is read in extended operations, and withdrawn", async () => {
    const one = await made();
    assert.deepEqual((await on("extended").read(one))?.inputs, card);
    await on("extended").delete(one);
    assert.deepEqual(calls(), [`GET ${path}`, `DELETE ${path}`]);
    assert.deepEqual(certified(), []);
  });

  for (const state of [null, "EXPIRED", "PENDING"]) {
    it(`is gone where its state is ${state}, and nothing else has to prove that`, async () => {
      const one = await made();
      for (const stored of platform.state.certifications) stored.state = state as string;
      assert.equal(await on("extended").read(one), undefined);
      assert.deepEqual(calls(), [`GET ${path}`, `GET ${path}`]);
    });
  }

  it("is gone with its content only where the token works", async () => {
    for (const inputs of [card, orders]) {
      const one = await made(inputs);
      platform.state.missing.push(inputs.entityId);
      platform.fault({ path: "/v1/roles$", kind: "status", status: 403 });
      const proofless = { code: "unknown_state", message: /the token proved nothing/ };
      await assert.rejects(on("extended").read(one), proofless);
      assert.equal(await on("extended").read(one), undefined);
      await on("extended").delete(one);
    }
  });

  const lost: [string, FaultRule][] = [
    ["401", { kind: "status", status: 401 }],
    ["403", { kind: "status", status: 403 }],
    ["a page", { kind: "html" }],
    ["a redirect", { kind: "redirect" }],
    ["an answer without a state", { kind: "body", body: { tag: "CERTIFIED" } }],
  ];
  for (const [what, rule] of lost) {
    it(`is never called gone because of ${what}`, async () => {
      const one = await made();
      platform.fault({ ...rule, path: "/state$", times: 0 });
      await assert.rejects(on("extended").read(one), { name: "PlatformError" });
    });
  }

  it("of another dataset or card cannot be in documented operations, and says what can be done", async () => {
    const { state: old } = await made();
    const inputs = { entityType: "CARD", entityId: "13" };
    const { failures } = await on("documented").check({ resource, old, inputs });
    assert.deepEqual(
      failures.map(({ property }) => property),
      ["entityId"],
    );
    const reason = failures[0]?.reason ?? "";
    assert.match(
      reason,
      /^This change is not possible with the documented API: entityId of certification of card 12 \(from "12" to "13"\)\. .*Options:\n {2}1\. Run `pulumi config set platform:operations extended`\.\n {2}2\. Delete it on the instance, then run `pulumi state delete`\.\n {2}3\. To create a new one .*\[impossible\]$/,
    );
    const both = { resource, old, inputs: orders };
    assert.equal((await on("documented").check(both)).failures.length, 2);
    assert.deepEqual(furtherCalls(platform, 2), []);
    assert.deepEqual((await on("extended").check(both)).failures, []);
    const replaces = replacedPaths(
      await on("extended").diff({ resource, state: old, inputs: orders }),
    );
    assert.deepEqual(replaces, ["entityType", "entityId"]);
  });

  it("is refused where the program certifies the same content twice", async () => {
    const lifecycle = on("documented");
    const check = async (identity: string, inputs: Values) =>
      reasonsIn(await lifecycle.check({ resource, inputs, identity }));
    assert.deepEqual(await check("one", card), []);
    assert.deepEqual(await check("one", card), [], "when it is asked again");
    assert.deepEqual(await check("two", orders), []);
    const [problem] = await check("three", card);
    assert.match(
      problem?.reason ?? "",
      /^The certification of card 12 is declared by two resources .* \[declared_twice\]$/,
    );
    assert.equal(problem?.reason.endsWith("[declared_twice]"), true);
  });

  it("is refused for that as well where a resource of another type came between", async () => {
    const { Certification, Group } = await dynamicProviders(nowhere);
    const check = async (identity: string) =>
      (await Certification.check?.({}, { ...card, __provider: "code", __identity: identity }))
        ?.failures;
    assert.deepEqual(await check("one"), []);
    const get = (name: string) => nowhere[name.replace(/^platform:/, "")];
    await Group.configure?.({ config: { get, require: get } } as never);
    assert.equal((await check("two"))?.length, 1);
  });

  for (const operations of ["documented", "extended"]) {
    it(`is not withdrawn where it only got a new name, in ${operations} operations`, async () => {
      const one = await made();
      const lifecycle = on(operations);
      await lifecycle.check({ resource, inputs: card, identity: "new" });
      await lifecycle.delete({ ...one, identity: "old" });
      assert.deepEqual(furtherCalls(platform), []);
    });
  }
});

describe("the switch of scheduled report e-mails", () => {
  it("is not turned off by a resource that only got a new name", async () => {
    const platform = await startSimulator({ profile: "documented" });
    try {
      const lifecycle = lifecycleOn(platform);
      const inputs = { enabled: true, onDelete: "disable" };
      const declared = { resource: scheduledReportEmails, inputs };
      const { id, state } = await lifecycle.create({ ...declared, identity: "old" });
      await lifecycle.check({ ...declared, identity: "new" });
      await lifecycle.delete({ resource: scheduledReportEmails, id, state, identity: "old" });
      assert.equal(platform.state.scheduledReportEmails, true);
      assert.equal(furtherCalls(platform).length, 1);
    } finally {
      await platform.close();
    }
  });
});
