import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import type { Values } from "../../../../provider/dist/definition/values";
import { textGeneration } from "../../../../provider/dist/resources/textGeneration";
import { failureOf } from "../../wire/exchange";
import { ownHome } from "../home";
import * as fixture from "../../fixtures/textGeneration";
import { callFunction, changedPaths, lifecycleOn } from "../provider";
import { deadlines } from "../../harness/sessions/deadlines";

const { triggers, ...request } = fixture.textGeneration.complete;
const path = "/api/ai/v1/text/generation";
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the platform answers to `request`. */
const prompt = "Be brief.\nWhat changed last month? for Europe";
const output = '{"input":"What changed last month?"}';
const generated = {
  prompt,
  output,
  choices: [{ output }],
  modelId: "text-model-v1",
  sessionId: request.sessionId,
  modelProviderUsage: { inputTokens: 8, outputTokens: 4, totalTokens: 12, reasoningTokens: 0 },
};

describe("a text", () => {
  let platform: Simulator;
  ownHome();
  before(async () => {
    platform = await startSimulator();
  });
  after(() => platform.close());
  beforeEach(() => platform.reset());

  const config = (): Values => ({
    baseUrl: platform.url,
    token: platform.token,
    ...deadlines(0.5),
  });
  const sent = () => platform.calls.map(({ method, path, body }) => ({ method, path, body }));
  const strike = (rule: Partial<FaultRule> & Pick<FaultRule, "kind">) =>
    platform.fault({ method: "POST", path: "/text/generation$", ...rule });

  const lost: [string, Partial<FaultRule> & Pick<FaultRule, "kind">][] = [
    ["before the work", { kind: "close", moment: "before" }],
    ["after the work", { kind: "close", moment: "after" }],
    ["in the middle of the answer", { kind: "close", moment: "mid-answer" }],
    ["to silence", { kind: "hang", moment: "after" }],
    ["to a 503", { kind: "status", status: 503, moment: "after" }],
    ["to a page", { kind: "html", moment: "after" }],
  ];

  describe("that a function generates", () => {
    const call = (args: Values) =>
      callFunction("generateText", args, (setting) => config()[setting]);

    it("is asked for with every field of the request, and told with every field of the answer", async () => {
      assert.deepEqual(await call(request), generated);
      assert.deepEqual(sent(), [{ method: "POST", path, body: request }]);
    });

    it("needs nothing but the input", async () => {
      const { sessionId, ...rest } = await call({ input: "Hello" });
      assert.match(String(sessionId), uuid);
      assert.deepEqual(rest, {
        prompt: "You are a helpful assistant.\nHello",
        output: "Answer to: Hello",
        choices: [{ output: "Answer to: Hello" }],
        modelId: "text-model-v1",
        modelProviderUsage: { inputTokens: 6, outputTokens: 3, totalTokens: 9, reasoningTokens: 0 },
      });
      assert.deepEqual(sent(), [{ method: "POST", path, body: { input: "Hello" } }]);
    });

    for (const [when, rule] of lost) {
      it(`is not asked for again when the answer is lost ${when}, and the error says so`, async () => {
        strike(rule);
        const error = await failureOf(call(request));
        assert.equal(error.mayHaveWorked, true);
        assert.match(error.message, /^Could not generate text with model text-model-v1: POST /);
        assert.match(
          error.message,
          /did not send it again, because each generation costs money\. (\(trace \S+\) )?\[\w+\]$/,
        );
        assert.equal(sent().length, 1);
      });
    }

    it("is asked for again after a 429, which proves that nothing was generated", async () => {
      strike({ kind: "status", status: 429, retryAfter: 0 });
      assert.deepEqual(await call(request), generated);
      assert.deepEqual(
        platform.calls.map(({ status, worked }) => [status, worked]),
        [
          [429, false],
          [200, true],
        ],
      );
    });

    it("that may not be generated is forbidden, in the platform's own words", async () => {
      platform.state.grants.useAiServices = false;
      const error = await failureOf(call(request));
      assert.equal(error.code, "forbidden");
      assert.match(
        error.message,
        /answered 403: "The grant to use AI services is required"\. .*configured for text generation/,
      );
    });

    it("that meets a 409 without a body is a conflict", async () => {
      strike({ kind: "body", status: 409, body: "" });
      const error = await failureOf(call(request));
      assert.equal(error.code, "conflict");
      assert.match(error.message, /answered 409\. The platform does not say why\. .*administrator/);
      assert.equal(error.mayHaveWorked, false);
    });

    it("by a model that is not configured is rejected, in the platform's own words", async () => {
      const error = await failureOf(call({ ...request, model: "none" }));
      assert.equal(error.code, "rejected");
      assert.match(error.message, /model none is not configured for text generation/);
    });
  });

  describe("that a resource keeps", () => {
    const lifecycle = () => lifecycleOn(platform, deadlines(0.5));
    const resource = textGeneration;
    const identity = "greeting";
    const create = (inputs: Values) => lifecycle().create({ resource, inputs, identity });
    const again = async (inputs: Values, next: Values) => {
      const { id, state } = await create(inputs);
      const change = { resource, id, state, inputs: next, identity };
      return { ...change, changed: changedPaths(await lifecycle().diff(change)) };
    };

    it("is asked for with every field of the request, and kept with every field of the answer", async () => {
      const {
        state,
        warnings: [warning],
      } = await create(fixture.textGeneration.complete);
      const { outcome, ranAt, __madeOn, ...kept } = state;
      assert.equal(outcome, "done");
      assert.equal(typeof ranAt, "number");
      assert.equal(__madeOn, new URL(platform.url).host);
      const { sessionId, ...answered } = generated;
      assert.deepEqual(kept, { ...request, triggers, ...answered, responseSessionId: sessionId });
      assert.equal(warning, undefined);
      assert.deepEqual(sent(), [{ method: "POST", path, body: request }]);
    });

    it("keeps the session that the program names, and the one of the answer", async () => {
      const answer = { ...generated, sessionId: "another" };
      strike({ kind: "body", moment: "after", body: answer });
      const { state } = await create(request);
      assert.deepEqual([state.sessionId, state.responseSessionId], [request.sessionId, "another"]);
    });

    it("is generated again without the session that the program removes", async () => {
      const { sessionId, ...next } = request;
      const { changed, ...change } = await again(request, next);
      assert.deepEqual(changed, ["sessionId"]);
      await lifecycle().update(change);
      assert.equal(typeof sessionId, "string");
      assert.deepEqual(
        sent()
          .map(({ body }) => body)
          .at(-1),
        next,
      );
    });

    it("is not another text for the session that the platform began", async () => {
      const { state, changed } = await again({ input: "Hello" }, { input: "Hello" });
      assert.match(String(state.responseSessionId), uuid);
      assert.deepEqual(changed, []);
    });

    it("is generated again when a trigger or an argument changes", async () => {
      const next = { ...fixture.textGeneration.complete, triggers: [1], temperature: 0.7 };
      const { changed, ...change } = await again(fixture.textGeneration.complete, next);
      assert.deepEqual(changed, ["temperature", "triggers"]);
      await lifecycle().update(change);
      assert.deepEqual(
        sent().map(({ body }) => body),
        [request, { ...request, temperature: 0.7 }],
      );
    });

    const optional = ["promptTemplate.template", "parameters", "model", "modelConfiguration"];
    optional.push("system", "temperature", "maxTokens", "responseFormat.type");
    optional.push("responseFormat.schema", "reasoningConfig.reasoningEffort");
    it("is generated again when an argument is taken out", async () => {
      const { input, sessionId } = request;
      const { changed } = await again(request, { input, sessionId });
      assert.deepEqual(changed, optional);
    });

    it("calls nothing when it is read, and nothing when it is deleted", async () => {
      const { id, state } = await create(request);
      const read = await lifecycle().read({ resource, id, state });
      assert.deepEqual(read?.state, state);
      await lifecycle().delete({ resource, id, state, identity });
      assert.equal(sent().length, 1);
    });

    for (const [when, rule] of lost) {
      it(`is of unknown outcome when the answer is lost ${when}, and never asked for again by itself`, async () => {
        strike(rule);
        const {
          state,
          warnings: [warning],
        } = await create(request);
        assert.equal(state.outcome, "unknown");
        assert.equal(state.output, undefined);
        assert.match(
          warning ?? "",
          /is unknown whether text generation with model text-model-v1 ran.*change `triggers`/s,
        );
        assert.equal((await create(request)).state.outcome, "unknown", "a run killed after it");
        assert.equal(sent().length, 1);
        const change = { resource, id: identity, state, identity };
        await lifecycle().update({ ...change, inputs: { ...request, triggers: [2] } });
        assert.equal(sent().length, 2);
      });
    }

    it("fails where it is refused, and may then be tried again", async () => {
      strike({ kind: "body", status: 403, body: "No credits" });
      await assert.rejects(create(request), { code: "forbidden", message: /403: "No credits"\./ });
      assert.equal((await create(request)).state.outcome, "done");
    });
  });
});
