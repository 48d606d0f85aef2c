import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Values } from "../../../../provider/dist/definition/values";
import { textGeneration } from "../../../../provider/dist/resources/textGeneration";
import { failureOf } from "../../wire/exchange";
import { callFunction, nowhere, offline, reasonsIn } from "../provider";

const request = { input: "What changed last month?" };

describe("a request for a text", () => {
  describe("with a structure", () => {
    const property = (node: unknown) => ({ type: "object", properties: { total: node } });
    const described = { description: "How many" };
    const schemas: [string, unknown, string][] = [
      [
        "no object at its root",
        { type: "array", ...described },
        'type must be object, not "array"',
      ],
      ["no properties", { type: "object" }, "properties is required. It must be an object"],
      [
        "an unknown kind",
        property({ type: "strng", ...described }),
        'properties.total.type must be one of object, array, string, number, integer, boolean, null, unknown, oneOf, allOf, anyOf, not "strng". Did you mean "string"?',
      ],
      [
        "a node without a kind",
        property(described),
        "properties.total.type is required. It must be one of object",
      ],
      [
        "a node without a description",
        property({ type: "null" }),
        "properties.total.description is required. It must be a string",
      ],
      [
        "a bound beyond 32 bits",
        property({ type: "integer", ...described, minimum: 2 ** 31 }),
        "properties.total.minimum must be at most 2147483647, not 2147483648",
      ],
      [
        "a bound that is not whole",
        property({ type: "integer", ...described, minimum: 0.5 }),
        "properties.total.minimum must be a whole number, not 0.5",
      ],
      [
        "a near miss of a field",
        property({ type: "string", ...described, maxLenght: 5 }),
        "Unknown property properties.total.maxLenght. Did you mean properties.total.maxLength?",
      ],
      [
        "a field of another kind",
        property({ type: "boolean", ...described, minimum: 1 }),
        "Unknown property properties.total.minimum. Known properties: type, description, title, const, enum",
      ],
      [
        "a value twice",
        property({ type: "string", ...described, enum: ["a", "b", "a"] }),
        'properties.total.enum[2] "a" must be unique in the list',
      ],
      [
        "a value of another type",
        property({ type: "integer", ...described, enum: [1, "2"], const: true }),
        'properties.total.enum[1] must be a number, not "2"',
      ],
      [
        "a bad node in a list",
        property({ type: "array", ...described, items: { type: "string" } }),
        "properties.total.items.description is required. It must be a string",
      ],
      [
        "a bad node in a choice",
        property({ type: "anyOf", ...described, anyOf: [{ type: "null", ...described }, 3] }),
        "properties.total.anyOf[1] must be an object, not 3",
      ],
      [
        "a bad node in depth",
        property(property({ type: "object" })),
        "properties.total.properties.total.properties is required. It must be an object",
      ],
    ];
    for (const [what, schema, said] of schemas) {
      it(`is refused before any call where its schema has ${what}`, async () => {
        const responseFormat = { type: "json", schema };
        const get = (setting: string) => nowhere[setting];
        const error = await failureOf(
          callFunction("generateText", { ...request, responseFormat }, get),
        );
        assert.equal(error.code, "invalid_input");
        const whole = said.replace(
          /(^(?:Unknown property )?|Did you mean )(?=\w)/g,
          "$1responseFormat.schema.",
        );
        assert.match(error.message, /^Could not call generateText:[^]* \[invalid_input\]$/);
        assert.ok(error.message.includes(whole), error.message);
        const check = offline().check({
          resource: textGeneration,
          inputs: { ...request, responseFormat },
        });
        for (const { reason } of reasonsIn(await check)) {
          assert.ok(error.message.includes(reason.replace(" [invalid_input]", "")), reason);
        }
      });
    }

    it("may use every field of every kind of node", async () => {
      const values = (one: unknown) => ({ const: one, enum: [one] });
      const text = (title: string) => ({ description: title, title });
      const bounds = {
        multipleOf: 2,
        minimum: 0,
        exclusiveMinimum: -1,
        maximum: 8,
        exclusiveMaximum: 9,
      };
      const leaf = { type: "null", ...text("Nothing"), ...values(null) };
      const schema = {
        type: "object",
        ...text("All kinds"),
        additionalProperties: false,
        required: ["list"],
        minProperties: 1,
        maxProperties: 11,
        ...values({ a: 1 }),
        properties: {
          list: {
            type: "array",
            ...text("A list"),
            items: leaf,
            minItems: 1,
            maxItems: 2,
            uniqueItems: true,
            ...values([1]),
          },
          word: {
            type: "string",
            ...text("A word"),
            minLength: 1,
            maxLength: 9,
            pattern: "^a",
            format: "date",
            ...values("a"),
          },
          share: { type: "number", ...text("A share"), ...bounds, minimum: 0.5, ...values(1.5) },
          total: { type: "integer", ...text("A total"), ...bounds, ...values(2) },
          flag: { type: "boolean", ...text("A flag"), ...values(true) },
          any: { type: "unknown", ...text("Anything"), ...values("b") },
          one: { type: "oneOf", ...text("One"), oneOf: [leaf], ...values(null) },
          all: { type: "allOf", ...text("All"), allOf: [leaf], ...values(null) },
          either: { type: "anyOf", ...text("Any"), anyOf: [leaf], ...values(null) },
          inner: { type: "object", properties: {} },
        },
      };
      const args = { input: "Hello", responseFormat: { type: "json", schema } };
      const platform = await startSimulator();
      const config: Values = { baseUrl: platform.url, token: platform.token };
      await callFunction("generateText", args, (setting) => config[setting]);
      const sent = platform.calls.map(({ method, body, status }) => ({ method, body, status }));
      await platform.close();
      assert.deepEqual(sent, [{ method: "POST", body: args, status: 200 }]);
    });
  });

  describe("that is refused before any call", () => {
    const wrong: [string, Values, string][] = [
      ["no input", { input: undefined }, "input is required. It must be a string"],
      ["a session that is no uuid", { sessionId: "mine" }, "sessionId must be a uuid, as in "],
      ["a template without a text", { promptTemplate: {} }, "promptTemplate.template is required"],
      [
        "a parameter that is no text",
        { parameters: { n: 1 } },
        'parameters.n must be a string, not 1. Write it in quotes: "1". In YAML, write "${name}" as { fn::toJSON: "${name}" }',
      ],
      ["an empty model", { model: "" }, "model must not be empty"],
      ["tokens beyond 32 bits", { maxTokens: 2 ** 31 }, "maxTokens must be at most 2147483647"],
      ["a temperature in words", { temperature: "low" }, 'temperature must be a number, not "low"'],
      [
        "another effort",
        { reasoningConfig: { reasoningEffort: "high" } },
        'reasoningConfig.reasoningEffort must be one of NONE, LOW, MEDIUM, HIGH, not "high". Did you mean "HIGH"?',
      ],
      ["an unknown field", { maxToken: 5 }, "Unknown property maxToken. Did you mean maxTokens?"],
    ];
    for (const [what, change, said] of wrong) {
      it(`has ${what}`, async () => {
        const args = { ...request, ...change };
        const error = await failureOf(callFunction("generateText", args, (name) => nowhere[name]));
        assert.equal(error.code, "invalid_input");
        assert.ok(error.message.includes(said), error.message);
      });
    }
  });
});
