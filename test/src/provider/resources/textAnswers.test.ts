import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { textGeneration } from "../../../../provider/dist/resources/textGeneration";
import { failureOf } from "../../wire/exchange";
import { ownHome } from "../home";
import { callFunction, lifecycleOn } from "../provider";

type Values = Record<string, unknown>;

const args = { input: "Hello" };
const usage = { inputTokens: 5, outputTokens: 7 };

describe("a text in an answer of another form", () => {
  ownHome();
  let platform: Simulator;
  const settings = (): Values => ({ baseUrl: platform.url, token: platform.token });
  const answer = (body: unknown) =>
    platform.fault({ path: "/text/generation$", kind: "body", moment: "after", body });
  const generate = () => callFunction("generateText", args, (name) => settings()[name]);

  before(async () => {
    platform = await startSimulator({ profile: "documented" });
  });
  beforeEach(() => platform.reset());
  after(() => platform.close());

  const forms: [string, unknown, Values][] = [
    ["is plain words", "Good morning.", { output: "Good morning." }],
    ["is a JSON string", '"Good morning."', { output: "Good morning." }],
    ["is a number", "42", { output: "42" }],
    [
      "is in the first choice",
      { choices: [{ output: "A", score: 1 }, { output: "B" }] },
      { output: "A", choices: [{ output: "A", otherFields: { score: 1 } }, { output: "B" }] },
    ],
    [
      "is a bare choice",
      { output: null, choices: ["A"] },
      { output: "A", choices: [{ output: "A" }] },
    ],
    [
      "has tokens as text, and more fields",
      { output: "A", modelProviderUsage: { inputTokens: "5", outputTokens: 7, cost: 1 }, n: 1 },
      {
        output: "A",
        modelProviderUsage: { ...usage, otherFields: { cost: 1 } },
        otherFields: { n: 1 },
      },
    ],
    [
      "has tokens beyond 2^53, which are rounded",
      '{"output":"A","modelProviderUsage":{"inputTokens":9007199254740993}}',
      { output: "A", modelProviderUsage: { inputTokens: 2 ** 53 } },
    ],
    ["has fields of another form", { output: "A", prompt: {}, choices: 3 }, { output: "A" }],
  ];
  for (const [name, body, meant] of forms) {
    it(`${name}, and is not lost`, async () => {
      answer(body);
      const result = await generate();
      assert.deepEqual(JSON.parse(JSON.stringify(result)), meant);
    });
  }

  for (const body of [{}, { output: {} }, { choices: [] }, { choices: [null, {}] }, []]) {
    it(`is missing in ${JSON.stringify(body)}, which is a failure`, async () => {
      answer(body);
      assert.equal((await failureOf(generate())).code, "unexpected_answer");
    });
  }

  it("is JSON that a model generated and the platform sends as text, and is not lost", async () => {
    platform.useVariants("plain-text");
    const json = { ...args, responseFormat: { type: "json" } };
    const { output } = await callFunction("generateText", json, (name) => settings()[name]);
    assert.equal(output, platform.state.texts.at(-1)?.output);
    assert.deepEqual(JSON.parse(String(output)), args);
  });

  it("is kept by a resource without the fields that its schema does not have", async () => {
    answer({ output: "A", color: "red" });
    const creating = lifecycleOn(platform).create({ resource: textGeneration, inputs: args });
    const { state } = await creating;
    assert.deepEqual([state.output, state.outcome, state.color], ["A", "done", undefined]);
  });
});
