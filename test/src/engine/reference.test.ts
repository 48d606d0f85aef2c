import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { everySecond, isWhole } from "../harness/lives/sampled";
import { resources } from "../../../provider/dist/catalog";
import { isImportable } from "../../../provider/generate/dist/importSection";
import { installGo, together as inOneProgram } from "../plugin/languages/go";
import { addPackage, hasHost, writeTogether } from "../plugin/languages/packageAdd";
import { installPython } from "../plugin/languages/python";
import { plugins, pluginStack, writes } from "../plugin/stack";
import { weekly } from "./stacks/declarations";
import { copied, definitions, program } from "./stacks/referencePages";
import type { Stack } from "./stacks/stack";

const names = definitions.map(({ name }) => name);

function writeModules(stack: Stack, path: string): void {
  stack.write("package.json", JSON.stringify({ name: "program" }));
  stack.write("Pulumi.yaml", `name: program\nruntime: nodejs\n${plugins}`);
  for (const name of names) {
    const text = program(name, "typescript");
    stack.write(`${name}.ts`, text.replace("pulumi-platform/plugin", path));
  }
  stack.write("index.ts", names.map((name) => `export * from "./${name}";`).join("\n"));
}

/** Makes one program of the examples of all pages. */
const together: Record<string, (stack: Stack) => Promise<void> | void> = {
  TypeScript: (stack) => writeModules(stack, "pulumi-platform/plugin"),
  "TypeScript with the dynamic resources": (stack) => writeModules(stack, "pulumi-platform"),
  YAML(stack) {
    const sections = new Map<string, string>();
    for (const name of names) {
      for (const [, key = "", lines = ""] of program(name, "yaml").matchAll(
        /^(\w+):\n((?: .*\n)+)/gm,
      )) {
        sections.set(key, (sections.get(key) ?? "") + lines);
      }
    }
    const all = [...sections].map(([key, lines]) => `${key}:\n${lines}`).join("");
    stack.write("Pulumi.yaml", `name: program\nruntime: yaml\n${plugins}${all}`);
  },
  async Python(stack) {
    stack.write("Pulumi.yaml", `name: program\nruntime: python\n${plugins}`);
    for (const name of names) stack.write(`page_${name}.py`, program(name, "python"));
    stack.write("__main__.py", names.map((name) => `import page_${name}\n`).join(""));
    await installPython(stack);
  },
  ...(isWhole && {
    async Go(stack: Stack) {
      stack.write("Pulumi.yaml", `name: program\nruntime: go\n${plugins}`);
      const texts = names.map((name) => [`page${name}`, program(name, "go")]);
      const files = inOneProgram(Object.fromEntries(texts) as Record<string, string>);
      for (const [file, text] of Object.entries(files)) stack.write(file, text);
      await installGo(stack);
    },
  }),
};
for (const [language, fence] of [
  ["Java", "java"],
  ["C#", "csharp"],
] as const) {
  if (!isWhole || !hasHost(language)) continue;
  together[language] = async (stack) => {
    const texts = names.map((name) => [`Page${name}`, program(name, fence)]);
    writeTogether[language](stack, Object.fromEntries(texts) as Record<string, string>);
    await addPackage(stack);
  };
}

/** What an up of the examples made and showed, in the first language that was tried. */
let first: { writes: unknown; outputs: unknown } | undefined;

for (const [language, write] of everySecond(Object.entries(together))) {
  describe(`the examples of the reference in ${language}`, () => {
    let platform: Simulator;
    let stack: Stack;

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = pluginStack({
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_API_URL: `${platform.url}/workflow-api`,
        PLATFORM_ACCESS_TOKEN: platform.workflowToken,
        PLATFORM_OPERATIONS: "extended",
        // `catalog.test.ts` compiles these programs.
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      });
      stack.remove("index.js");
      await write(stack);
      await inhabit(platform);
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });

    it("are applied together, and make and show the same as in the other languages", async () => {
      platform.calls.length = 0;
      await stack.ok("up", "--yes", "--skip-preview");
      const { resources: stored = [] } = await stack.deployment();
      const made = new Set(stored.map(({ type }) => type.split(":").pop()));
      for (const { name } of resources) assert.ok(made.has(name), `there is no ${name}`);
      const outputs = JSON.parse(await stack.ok("stack", "output", "--json")) as object;
      const exports = definitions.flatMap(({ example }) => Object.keys(example.exports ?? {}));
      assert.deepEqual(Object.keys(outputs).sort(), exports.sort());
      const bodies = platform.calls
        .filter(({ route }) => writes(platform).includes(route))
        .map(({ route, body }) => `${route} ${JSON.stringify(sorted(body))}`);
      const done = { writes: bodies.sort(), outputs };
      first ??= done;
      assert.deepEqual(done, first);
    });

    it("are then unchanged", async () => {
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });
  });
}

describe("the import commands of the reference", () => {
  let platform: Simulator;
  let stack: Stack;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = pluginStack({
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
    });
    await inhabit(platform);
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });

  for (const { name, example } of everySecond(resources.filter(isImportable))) {
    it(`take over a ${name}`, async () => {
      const [, ...words] = (copied(name, "console") ?? "").trim().slice("$ ".length).split(" ");
      await stack.ok(...words, "--yes", "--generate-code=false");
      assert.equal((await stack.state())[example.name]?.id, example.importId);
    });
  }
});

/** An object without the order of its fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(fields.map(([key, field]) => [key, sorted(field)]));
}

/** Makes the objects that the examples name by their ids. */
async function inhabit(platform: Simulator): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(platform.url + path, {
      method,
      headers: {
        "content-type": "application/json",
        "X-SERVICE-Developer-Token": platform.token,
      },
      body: body && JSON.stringify(body),
    });
    assert.ok(answer.ok, await answer.text());
  };
  const dataset = "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01";
  // The first groups get the ids that the examples name.
  for (const type of ["open", "closed"]) {
    await call("POST", "/api/content/v2/groups", { name: `Also ${type}`, description: "", type });
  }
  await call("POST", "/api/content/v1/reportschedules", {
    ...weekly().args,
    title: "Weekly by hand",
  });
  await call("PUT", `/api/tags/v3/DATA_SOURCE/${dataset}/system/CERTIFIED/state/ACTIVE`);
  await call("POST", `/api/data/v3/datasources/${dataset}/share`, {
    permissions: [{ type: "GROUP", id: "5000000001", accessLevel: "CAN_VIEW" }],
    sendEmail: false,
  });
  const [made] = platform.state.schedules;
  assert.ok(made);
  const named = definitions.map(({ example }) => Number(example.args.scheduleId ?? made.id));
  for (const id of new Set(named.filter((one) => one !== made.id))) {
    platform.state.schedules.push({ ...structuredClone(made), id, title: `Report ${id}` });
  }
}
