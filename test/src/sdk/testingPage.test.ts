import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../engine/stacks/stack";
import { everySecond } from "../harness/lives/sampled";
import { pythonWithSdk } from "../plugin/languages/python";
import { compile } from "./compile";

/** A command that the reader runs, or a file that the reader writes. */
interface Step {
  command?: string;
  shown: string[];
  file?: string;
  body: string;
}

const page = readFileSync(join(root, "docs", "testing.md"), "utf8");
const script = (name: string): Promise<unknown> =>
  import(pathToFileURL(join(root, "scripts", "docs-check", name)).href);

/** `npm run docs:check docs/testing.md` also installs what this test takes from the tree. */
describe("the unit tests of docs/testing.md", () => {
  let folder: string;
  let steps: readonly Step[];
  let missingLine: (shown: string[], output: string) => string | undefined;

  before(async () => {
    const reader = (await script("page.mjs")) as {
      readPage: (text: string) => { steps: Step[] };
      missingLine: typeof missingLine;
    };
    ({ missingLine } = reader);
    ({ steps } = reader.readPage(page));
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-testing-"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    for (const { file, body } of steps) {
      if (file !== undefined) writeFileSync(join(folder, file), body);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the command of the page that contains `word`, with what the tree has of the same programs. */
  function follow(
    word: string,
    replace: (command: string) => string,
    env: NodeJS.ProcessEnv = {},
  ): void {
    const found = steps.filter(({ command }) => command?.includes(word));
    const [step] = found;
    assert.ok(step?.command !== undefined && found.length === 1, `one command with ${word}`);
    const PATH = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
    const options = { cwd: folder, shell: true, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(replace(step.command), {
      ...options,
      env: { ...process.env, PATH, ...env },
    });
    const output = stdout + stderr;
    assert.equal(status, 0, output);
    assert.equal(missingLine(step.shown, output), undefined, output);
  }
  const withoutNpx = (command: string) => command.replace(/^npx /, "");

  for (const entry of everySecond(["pulumi-platform", "pulumi-platform/plugin"])) {
    it(`pass, and fail where the program differs: ${entry}`, () => {
      const program = join(folder, "reports.ts");
      const source = readFileSync(program, "utf8").replace('"pulumi-platform"', `"${entry}"`);
      writeFileSync(program, source);
      follow(" reports.test.ts", withoutNpx);
      writeFileSync(program, source.replace("One of ", "Not "));
      const env = { TS_NODE_TRANSPILE_ONLY: "true" };
      assert.throws(() => follow(" reports.test.ts", withoutNpx, env), /AssertionError/);
      writeFileSync(program, source.replace(`"${entry}"`, '"pulumi-platform"'));
    });
  }

  it("pass: test_reports.py", async function () {
    const python = await pythonWithSdk().catch((error: unknown) => String(error));
    if (typeof python === "string") {
      process.stdout.write(`test_reports.py is not run: ${python}\n`);
      return this.skip();
    }
    const { command, variables } = python;
    follow(
      "test_reports.py",
      (line) => line.replace("venv/bin/python", JSON.stringify(command)),
      variables,
    );
  });

  it("are compiled, also the parts of which the reader makes no file", () => {
    const named = new Set(steps.flatMap(({ body, file }) => (file === undefined ? [] : [body])));
    const parts = [...page.matchAll(/^```typescript\n([\s\S]*?)^```$/gm)]
      .map(([, text = ""]) => text)
      .filter((text) => !named.has(text) && text.includes("platformMocks"));
    assert.equal(parts.length, 2);
    const start = `import * as pulumi from "@pulumi/pulumi";
import { platformMocks } from "pulumi-platform/testing";\n`;
    const programs = parts.map((text) => `${start}async function test() {\n${text}\n}`);
    const said = compile(Object.fromEntries(programs.map((text) => [text, text])));
    assert.deepEqual(Object.values(said), [[], []]);
  });
});
