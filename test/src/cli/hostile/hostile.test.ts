import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { Workspace } from "../../roundTrip/workspace";
import { hidden, hostile } from "./hostileTexts";
import { group } from "../twoInstances";

/** A line ends where the program has one, and the joiners are part of words and emoji. */
const hiddenInCode = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

describe("what an instance holds", () => {
  let dev: Simulator;
  let prod: Simulator;
  let workspace: Workspace;
  before(async () => {
    [dev, prod] = await Promise.all([
      startSimulator({ profile: "extended" }),
      startSimulator({ profile: "extended" }),
    ]);
    dev.state.schedules = [];
    dev.state.groups = hostile.map((name, n) => ({
      ...group(7_000_000_001 + n, name),
      userIds: [1000001],
    }));
    prod.state.groups = [];
    workspace = new Workspace({ dev, prod }, { operations: "extended", scheduleFilter: "ALL" });
  });
  after(async () => {
    await Promise.all([dev.close(), prod.close()]);
    workspace.remove();
  });
  afterEach(() => assert.ok(!existsSync(join(workspace.folder, "dev", "pwned"))));

  const exported = async (language: string) => {
    const { code, out, err } = await workspace.export(
      "dev",
      "--only",
      "groups",
      "--language",
      language,
    );
    assert.equal(code, 0, err);
    assert.doesNotMatch(out + err, hidden);
  };

  it("is in an exported YAML program as it is: Pulumi finds no difference", async () => {
    await exported("yaml");
    assert.equal(hiddenInCode.exec(workspace.read("dev/Pulumi.yaml"))?.[0], undefined);
    const take = ["--file", "import.json", "--generate-code=false", "--yes"];
    for (const args of [
      ["stack", "init", "dev"],
      ["import", ...take, "--skip-preview"],
      ["preview", "--expect-no-changes"],
    ]) {
      const run = await workspace.pulumi("dev", dev, ...args);
      assert.equal(run.code, 0, (run.out + run.err).slice(0, 6000));
    }
  });

  it("is in an exported TypeScript program as it is", async () => {
    workspace.remove();
    workspace = new Workspace({ dev, prod }, { operations: "extended", scheduleFilter: "ALL" });
    await exported("typescript");
    const text = workspace.read("dev/groups.ts");
    assert.equal(hiddenInCode.exec(text)?.[0], undefined);
    const source = ts.createSourceFile("groups.ts", text, ts.ScriptTarget.Latest, true);
    const names: string[] = [];
    const visit = (node: ts.Node): void => {
      const isName = ts.isPropertyAssignment(node) && node.name.getText() === "name";
      if (isName && ts.isStringLiteralLike(node.initializer)) names.push(node.initializer.text);
      ts.forEachChild(node, visit);
    };
    visit(source);
    assert.deepEqual(names.sort(), [...hostile].sort());
  });

  for (const args of [
    ["diff", "dev", "prod", "--only", "groups"],
    ["diff", "dev", "prod", "--only", "groups", "--markdown"],
    ["map", "dev", "prod", "--out", "map.json", "--only", "groups"],
    ["find", "1000001", "--instance", "dev"],
  ])
    it(`does nothing to those who read what \`${args.join(" ")}\` prints`, async () => {
      const { code, out, err } = await workspace.run(...args);
      assert.ok(code <= 1, err);
      assert.doesNotMatch(out + err, hidden);
      if (!args.includes("--markdown")) return;
      // Outside of code, nothing is a mention, a link, an image or a tag.
      const plain = out.replace(/<code>[^<]*<\/code>/g, "");
      assert.doesNotMatch(plain, /@\w|https?:|www\.|\]\(|<(?!br>)|:\w+:|[`*_~]/);
      assert.equal(out.match(/^\| only in dev /gm)?.length, hostile.length);
    });

  it("loses half of a sign, and says so", async () => {
    dev.state.groups = [group(7_000_000_001, "a\ud800b")];
    workspace.remove();
    workspace = new Workspace({ dev, prod }, { operations: "extended", scheduleFilter: "ALL" });
    const { code, out, err } = await workspace.export("dev", "--only", "groups");
    assert.ok(code <= 1, err);
    const said = /A text contains U\+FFFD, which stands for half of a sign/;
    assert.match(out, said);
    assert.match(out, /1 of groups \(7000000001\)/);
    assert.match(workspace.read("dev/groups.ts"), /a\ufffdb/);
    const compared = await workspace.run("diff", "dev", "prod", "--only", "groups");
    assert.match(compared.out, said);
  });
});
