import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { root } from "../engine/stacks/stack";
import { onlyWhole } from "../harness/lives/sampled";
import { blocksIn, follow } from "./blocks";
import { checkFile } from "./checkFile";
import { copyTree } from "./copy";

const blocks = blocksIn(
  fs.readFileSync(join(root, "CONTRIBUTING.md"), "utf8"),
  "Adding a resource",
);
const pathOf = (folder: string) =>
  blocks.find(({ path }) => path.startsWith(folder))?.path ?? assert.fail(`no file in ${folder}`);

describe("the example of CONTRIBUTING.md", function () {
  this.timeout(300_000);
  let tree: string;

  before(() => {
    tree = fs.mkdtempSync(join(tmpdir(), "pulumi-platform-example-"));
    copyTree(tree);
    for (const block of blocks) follow(tree, block);
  });
  after(() => fs.rmSync(tree, { recursive: true, force: true }));

  function node(args: readonly string[], variables: NodeJS.ProcessEnv = {}, code = 0): string {
    const own = Object.entries(process.env).filter(([name]) => !/^(PULUMI|PLATFORM)_/.test(name));
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: tree,
      encoding: "utf8",
      env: { ...Object.fromEntries(own), ...variables },
    });
    assert.equal(status, code, `${args.join(" ")}:\n${stdout}${stderr}`);
    return stdout;
  }
  // The classes for Python need a program in Go.
  const generate = ["scripts/generate.mjs", "--typescript-only"];
  const bin = (path: string) => join(tree, "node_modules", path);
  const mocha = (files: readonly string[], args: string[] = [], variables?: NodeJS.ProcessEnv) => {
    const paths = files.map((file) => `test/dist/${file}.js`);
    return node([bin("mocha/bin/mocha.js"), "--timeout", "180000", ...args, ...paths], variables);
  };

  it("is at most six files and 150 lines", () => {
    const lines = blocks.flatMap(({ language, text }) =>
      text
        .trimEnd()
        .split("\n")
        .filter((line) => language !== "diff" || line.startsWith("+")),
    );
    assert.equal(blocks.length, 6);
    assert.ok(lines.length <= 150, `${lines.length} lines`);
  });

  onlyWhole("is not generated while it does not compile", async () => {
    const definition = join(tree, pathOf("provider/src/resources"));
    const source = fs.readFileSync(definition, "utf8");
    fs.appendFileSync(definition, 'export const wrong: number = "";\n');
    assert.equal(node(generate, {}, 1), "");
    assert.equal(fs.existsSync(join(tree, "docs/reference/GlossaryTerm.md")), false);
    fs.writeFileSync(definition, source);
  });

  it("compiles after the files were generated", () => {
    const written = node(generate);
    assert.match(written, /docs\/reference\/GlossaryTerm\.md written/);
    node([bin("typescript-native/bin/tsc"), "-b", "sdk"]);
    assert.equal(checkFile(join(tree, "test"), join(tree, pathOf("test/src/fixtures"))), "");
  });

  it("has all lifecycles in process", () => {
    const said = mocha(["lifecycle/tables/table.test"], [], {
      PLATFORM_TEST_RESOURCE: "GlossaryTerm",
    });
    assert.match(said, /GlossaryTerm\.lost \(deleted\) is created again/);
  });

  onlyWhole("agrees with the facts, with its fixture and with the simulator", async () => {
    const said = mocha([
      ...["simulator/contract.test", "provider/contract.test", "provider/facts.test"],
      ...["provider/routes.test", "lifecycle/declaredCalls.test", "fixtures/fixtures.test"],
    ]);
    assert.match(said, /for createTerm is method, path and fields/);
    assert.match(said, /answers deleteTerm as the EXT-D fact says/);
  });

  // What these files do with the other resources, they do in this tree, too.
  onlyWhole("holds for inputs of any form, and for answers in another spelling", async () => {
    const grep = ["--grep", "GlossaryTerm|another spelling"];
    const said = mocha(["provider/resources/properties.test", "variants/spelling.test"], grep, {
      PLATFORM_TEST_SPELLINGS: "2",
    });
    assert.match(said, /of GlossaryTerm are on the instance as they were sent/);
    assert.match(said, /gives the same state, the same instance and the same results/);
  });
});
