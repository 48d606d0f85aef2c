import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { functions, resources } from "../../../provider/dist/catalog";
import { root } from "../engine/stacks/stack";
import { run } from "../packages/command";

interface Property {
  type?: string;
  description?: string;
  secret?: boolean;
  defaultInfo?: { environment: string[] };
}

interface Schema {
  config: { variables: Record<string, Property> };
  provider: { inputProperties: Record<string, Property> };
  types: Record<string, { properties?: Record<string, Property>; enum?: unknown[] }>;
  resources: Record<
    string,
    {
      description: string;
      inputProperties: Record<string, Property>;
      properties: Record<string, Property>;
      requiredInputs: string[];
      aliases: { type: string }[];
    }
  >;
  functions: Record<string, { description: string; inputs: object; outputs: object }>;
}

const file = join(root, "provider", "schema.json");
const schema = JSON.parse(readFileSync(file, "utf8")) as Schema;
const tokens = (names: readonly { name: string }[]) =>
  names.map(({ name }) => `platform:index:${name}`).sort();

describe("the package schema", () => {
  it("is one that Pulumi takes", async () => {
    const engine = process.env.PLATFORM_TEST_ENGINE ?? "";
    await run(root, join(engine, "pulumi"), "schema", "check", file);
  });

  it("has every resource and every function", () => {
    assert.deepEqual(Object.keys(schema.resources).sort(), tokens(resources));
    assert.deepEqual(Object.keys(schema.functions).sort(), tokens(functions));
  });

  it("has a sentence for every property", () => {
    const all = [
      schema.config.variables,
      schema.provider.inputProperties,
      ...Object.values(schema.types).map(({ properties = {} }) => properties),
      ...Object.values(schema.resources).flatMap((one) => [one.inputProperties, one.properties]),
    ];
    const silent = all.flatMap((properties) =>
      Object.entries(properties)
        .filter(([, { description }]) => !/^[A-Z].{8,}\.$/s.test(description ?? ""))
        .map(([name]) => name),
    );
    assert.deepEqual(silent, []);
  });

  it("asks for what a definition asks for, and knows every resource by its dynamic type", () => {
    for (const { name, inputs } of resources) {
      const spec = schema.resources[`platform:index:${name}`];
      const required = (Object.entries(inputs.shape) as [string, z.ZodType][])
        .filter(([, field]) => !field.safeParse(undefined).success)
        .map(([field]) => field);
      assert.deepEqual(spec?.requiredInputs, required.sort(), name);
      assert.deepEqual(spec.aliases, [{ type: `pulumi-nodejs:dynamic/platform:${name}` }]);
      assert.match(
        spec.description,
        /## Example Usage\n\n```typescript\n.*"pulumi-platform\/plugin"/s,
      );
    }
  });

  it("names the environment for what is no secret, and marks the secrets", () => {
    const { baseUrl, token, accessToken } = schema.provider.inputProperties;
    assert.deepEqual(baseUrl?.defaultInfo, { environment: ["PLATFORM_BASE_URL"] });
    for (const secret of [token, accessToken]) {
      assert.equal(secret?.secret, true);
      assert.equal(secret.defaultInfo, undefined, "a program would write it into every plan");
    }
  });

  it("has integers where the specification says int32, and says where numbers are rounded", () => {
    const { properties = {} } = schema.types["platform:index:ObjectParameterSchema"] ?? {};
    const { inputProperties } = schema.resources["platform:index:TextGeneration"] ?? {};
    const all = [properties.minProperties, properties.maxProperties, inputProperties?.maxTokens];
    assert.deepEqual(
      all.map((one) => one?.type),
      ["integer", "integer", "integer"],
    );
    const usage = schema.types["platform:index:ModelProviderUsage"]?.properties ?? {};
    for (const name of ["inputTokens", "outputTokens", "totalTokens", "reasoningTokens"]) {
      assert.match(usage[name]?.description ?? "", /Pulumi rounds numbers from 2\^53 on\.$/);
    }
  });

  it("has words to choose from where no others are allowed", () => {
    const words = schema.types["platform:index:ScheduledReportEmailsOnDelete"]?.enum;
    assert.deepEqual(words, [{ value: "keep" }, { value: "enable" }, { value: "disable" }]);
  });
});
