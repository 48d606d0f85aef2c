import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { parse, stringify } from "yaml";
import { functions } from "../../../provider/dist/catalog";
import type { PlatformFunction } from "../../../provider/dist/definition/function";
import { pythonProgram, yamlProgram } from "../../../provider/generate/dist/examples";
import { goProgram } from "../../../provider/generate/dist/goProgram";
import type { PackageSchema } from "../../../provider/generate/dist/spec";
import { typedExample } from "../../../provider/generate/dist/typedExample";
import { root } from "../engine/stacks/stack";
import type { Stack } from "../engine/stacks/stack";
import { functionRows } from "../fixtures/functions";
import { callFunction } from "../provider/provider";
import { weekly } from "../engine/stacks/declarations";
import { compile } from "../sdk/compile";
import { call, schedulesPath } from "../simulator/client";
import { isWhole } from "../harness/lives/sampled";
import { installGo, together } from "./languages/go";
import { installPython } from "./languages/python";
import { accessTo, apply, pluginStack, plugins } from "./stack";

type Values = Record<string, unknown>;

/** The paths of a value. A field that no schema names is a part of its map. */
function pathsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : pathsOf(value[0], `${path}[0]`);
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, field]) =>
    pathsOf(field, path === "" ? name : `${path}.${name}`),
  );
}

const at = (value: unknown, path: string): unknown =>
  path
    .split(/\.|(?=\[)/)
    .reduce<unknown>((inner, name) => (inner as Values)[name.replaceAll(/[[\]]/g, "")], value);

const typed = (path: string) => path.split(/\.|(?=\[)/).join("?.");

describe("every output of every function", () => {
  let platform: Simulator;
  let programs: PlatformFunction[];
  /** The values of the outputs, by the names under which the programs export them. */
  let expected: Values;
  const settings = (): Values => ({
    baseUrl: platform.url,
    token: platform.token,
    apiUrl: `${platform.url}/workflow-api`,
    accessToken: platform.workflowToken,
  });

  before(async () => {
    platform = await startSimulator({ profile: "documented" });
    await call(platform, "POST", schedulesPath, weekly().args);
    platform.fault({
      ...{ path: "/groups/", kind: "body", moment: "after", times: 99 },
      body: {
        ...{ id: 77, name: "Analysts", type: "open", userIds: [5], creatorId: 6, memberCount: 1 },
        ...{ guid: "g", description: "", hidden: false, default: false, active: true },
        color: "red",
      },
    });
    expected = {};
    programs = [];
    for (const definition of functions) {
      const { name } = definition;
      const row = functionRows.find((one) => one.name === name) ?? assert.fail(name);
      const result = await callFunction(name, row.args, (setting) => settings()[setting]);
      const exports = Object.fromEntries(
        pathsOf(JSON.parse(JSON.stringify(result))).map((path) => [
          `${name}_${path.replaceAll(/\W+/g, "_")}`,
          path,
        ]),
      );
      for (const [key, path] of Object.entries(exports)) expected[key] = at(result, path);
      programs.push({ ...definition, example: { name, args: row.args, exports } });
    }
    assert.ok(Object.keys(expected).length > 60);
  });
  after(() => platform.close());

  const languages: Record<string, (stack: Stack) => Promise<void>> = {
    async TypeScript(stack) {
      const lines = programs.flatMap(({ name, example: { args, exports = {} } }) => [
        `const ${name} = platform.${name}Output(${JSON.stringify(args)});`,
        ...Object.entries(exports).map(
          ([key, path]) => `export const ${key} = ${name}.apply((it) => it.${typed(path)});`,
        ),
      ]);
      const program = `import * as platform from "pulumi-platform/plugin";\n${lines.join("\n")}\n`;
      assert.deepEqual(compile({ program }), { program: [] });
      stack.write(
        "Pulumi.yaml",
        `name: program\nmain: index.ts\nruntime: { name: nodejs, options: { typescript: true } }${plugins}`,
      );
      stack.write("index.ts", program);
    },
    async YAML(stack) {
      const parts = programs.map((one) => parse(yamlProgram(one)) as Record<string, Values>);
      const project = {
        ...(parse(plugins) as Values),
        ...{ name: "program", runtime: "yaml" },
        variables: Object.assign({}, ...parts.map(({ variables }) => variables)) as Values,
        outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)) as Values,
      };
      stack.write("Pulumi.yaml", stringify(project));
    },
    async Python(stack) {
      const lines = programs.flatMap((one) => pythonProgram(one).split("\n"));
      const imports = new Set(lines.filter((line) => line.startsWith("import ")));
      const others = lines.filter((line) => !imports.has(line));
      stack.write("Pulumi.yaml", `name: program\nruntime: python${plugins}`);
      stack.write("__main__.py", [...imports, ...others].join("\n"));
      await installPython(stack);
    },
    ...(isWhole && {
      async Go(stack: Stack) {
        const file = join(root, "provider", "schema.json");
        const schema = JSON.parse(readFileSync(file, "utf8")) as PackageSchema;
        const texts = programs.map((one) => [one.name, goProgram(typedExample(one, schema))]);
        const files = together(Object.fromEntries(texts) as Record<string, string>);
        for (const [name, text] of Object.entries(files)) stack.write(name, text);
        stack.write("Pulumi.yaml", `name: program\nruntime: go${plugins}`);
        await installGo(stack);
      },
    }),
  };

  for (const [language, write] of Object.entries(languages)) {
    it(`arrives in ${language}`, async () => {
      const stack = pluginStack({
        ...accessTo(platform),
        PLATFORM_API_URL: `${platform.url}/workflow-api`,
        PLATFORM_ACCESS_TOKEN: platform.workflowToken,
      });
      try {
        await write(stack);
        await stack.ok("up", ...apply);
        const outputs = JSON.parse(await stack.ok("stack", "output", "--json")) as Values;
        assert.deepEqual(outputs, JSON.parse(JSON.stringify(expected)));
      } finally {
        stack.remove();
      }
    });
  }
});
