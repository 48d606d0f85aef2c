import assert from "node:assert/strict";
import { routesOf, startSimulator, type Simulator } from "pulumi-platform-simulator";
import {
  facts,
  misfits,
  type ErrorCase,
  type Fact,
  type Param,
  type Profile,
} from "../contract/index.js";

interface Reply {
  status: number;
  text: string;
  json: unknown;
}

/** Makes the call of a fact, or the wrong call of one of its error cases. */
async function call(simulator: Simulator, fact: Fact, wrong?: ErrorCase): Promise<Reply> {
  let path = fact.path;
  for (const [name, param] of Object.entries({ ...fact.params, ...wrong?.params })) {
    path = path.replace(`{${name}}`, await valueOf(simulator, param));
  }
  const bearer = fact.auth === "bearer";
  const url = new URL(`${simulator.url}${bearer ? "/workflow-api" : ""}${path}`);
  url.search = new URLSearchParams(wrong?.query ?? fact.query).toString();
  const headers: Record<string, string> = {};
  const token = bearer ? simulator.workflowToken : simulator.token;
  if (wrong?.token !== "missing") {
    const sent = wrong?.token === "wrong" ? "not-the-token" : token;
    headers[bearer ? "authorization" : "X-SERVICE-Developer-Token"] = bearer
      ? `Bearer ${sent}`
      : sent;
  }
  const request = wrong?.request ?? fact.sampleRequest;
  const body = wrong?.rawRequest ?? (request === undefined ? undefined : JSON.stringify(request));
  if (body !== undefined) headers["content-type"] = wrong?.contentType ?? "application/json";
  const answer = await fetch(url, {
    method: fact.method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  return { status: answer.status, text, json: isJson ? (JSON.parse(text) as unknown) : undefined };
}

async function valueOf(simulator: Simulator, param: Param): Promise<string> {
  if (typeof param === "string") return param;
  // One object serves a whole test, so that what is listed of it can be met again.
  const made = objects.get(param.of.name) ?? (await call(simulator, param.of)).json;
  objects.set(param.of.name, made);
  return String((made as Record<string, unknown>)[param.field]);
}

/** Creates an object with the body of a request that creates or updates one. */
async function createSame(simulator: Simulator, fact: Fact): Promise<void> {
  const [param = ""] = Object.values(fact.params ?? {});
  const create = typeof param === "string" ? fact : param.of;
  const { status } = await call(simulator, { ...create, sampleRequest: fact.sampleRequest });
  assert.ok(create.statuses.includes(status));
}

/** What this test has created, by the name of the fact. */
const objects = new Map<string, unknown>();

/** Fills the instance, so that no list in an answer is empty and says nothing. */
async function furnish(simulator: Simulator, fact: Fact, profile: Profile): Promise<void> {
  simulator.state.datasets.forEach(
    (dataset) => (dataset.id = "11111111-2222-4333-8444-555555555555"),
  );
  for (const one of facts) {
    const creates = one.method === "POST" && one.sampleRequest !== undefined;
    if (!creates || one === fact || objects.has(one.name)) continue;
    if (one.profile === "extended" && profile === "documented") continue;
    const { json } = await call(simulator, one);
    objects.set(one.name, json);
  }
}

describe("The documented profile", () => {
  it("has exactly the operations of the contract", () => {
    const served = routesOf("documented").map(({ method, path, source }) => {
      assert.equal(source, "SPEC");
      return `${method} ${path.replace("/workflow-api", "")}`;
    });
    const known = facts.filter(({ profile }) => profile === "documented");
    assert.deepEqual(served.sort(), known.map(({ method, path }) => `${method} ${path}`).sort());
  });
});

for (const profile of ["documented", "extended"] as Profile[]) {
  describe(`The simulator in the profile ${profile}`, () => {
    let simulator: Simulator;
    before(async () => {
      simulator = await startSimulator({ profile });
    });
    beforeEach(() => {
      simulator.reset();
      objects.clear();
    });
    after(() => simulator.close());

    for (const fact of facts) {
      if (fact.profile === "extended" && profile === "documented") {
        it(`answers 404 for ${fact.name}`, async () => {
          const path = fact.path.replace(/\{\w+\}/g, "1");
          const headers = { "X-SERVICE-Developer-Token": simulator.token };
          const { status } = await fetch(simulator.url + path, { method: fact.method, headers });
          assert.equal(status, 404);
        });
        continue;
      }
      if (fact.sampleRequest !== undefined || fact.requestFields === undefined) {
        it(`answers ${fact.name} as the ${fact.source} fact says`, async () => {
          await furnish(simulator, fact, profile);
          const { status, json } = await call(simulator, fact);
          assert.ok(fact.statuses.includes(status), `${fact.name} answered ${status}`);
          if (fact.responseFields) assert.deepEqual(misfits(fact.responseFields, json), []);
          if (Array.isArray(json)) assert.notEqual(json.length, 0);
          const logged = simulator.calls.at(-1);
          assert.equal(logged?.source, fact.source);
          assert.ok(logged.worked);
        });
      }
      for (const wrong of fact.errors) {
        it(`refuses ${wrong.when} in ${fact.name}`, async () => {
          if (wrong.isUsed) await createSame(simulator, fact);
          const { status, text, json } = await call(simulator, fact, wrong);
          assert.equal(status, wrong.status, text);
          assert.ok(text.includes(wrong.names ?? ""), `${text} does not name ${wrong.names}`);
          if (wrong.body === "text") assert.equal(json, undefined);
          if (wrong.body === "message") assert.match(text, /"message"/);
          if (wrong.body === "platform") {
            assert.deepEqual(Object.keys(json as object), [
              "status",
              "statusReason",
              "message",
              "toe",
            ]);
          }
          assert.equal(simulator.calls.at(-1)?.worked, false);
        });
      }
    }
  });
}
