import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../engine/stacks/stack";

type Files = Record<string, string | undefined>;
interface Scripts {
  generatedSdk: (
    language: string,
    folder: string,
    schema: string,
    options: { check: boolean; added?: Files; env: object },
  ) => Promise<Files>;
  generatorFolder: () => string;
}

const script = (tree: string, name: string) =>
  import(pathToFileURL(join(tree, "scripts", name)).href) as Promise<Scripts>;
/** Neither Go nor any other command is found. */
const nothingOn = (cache: string) => ({ XDG_CACHE_HOME: cache, HOME: cache, PATH: cache });

describe("a generated SDK", function () {
  this.timeout(60_000);
  const schema = '{ "name": "platform" }';
  const made = {
    "pyproject.toml": "[project]\n",
    "pulumi_platform/README.md": "# A page\n",
    "pulumi_platform/__init__.py": "import pulumi\n",
    "pulumi_platform/py.typed": "",
  };
  let tree: string;
  const sdk = (path = "") => join(tree, "sdk", path);

  beforeEach(async () => {
    tree = fs.mkdtempSync(join(tmpdir(), "pulumi-platform-generate-"));
    fs.cpSync(join(root, "scripts"), join(tree, "scripts"), { recursive: true });
    fs.symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    await generator(made);
    write(await files(false));
    fs.rmSync(join(tree, "pulumi-platform"), { recursive: true });
  });
  afterEach(() => fs.rmSync(tree, { recursive: true, force: true }));

  /** Puts a generator into the cache that makes these files. */
  async function generator(files: Files): Promise<void> {
    const { generatorFolder } = await script(tree, "engine/layout.mjs");
    const folder = join(tree, "pulumi-platform", generatorFolder());
    const output = JSON.stringify(files);
    const code = `#!${process.execPath}\nconsole.log(${JSON.stringify(output)});\n`;
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(join(folder, "generate-sdk"), code, { mode: 0o755 });
  }

  async function files(check: boolean, source = schema): Promise<Files> {
    const { generatedSdk } = await script(tree, "generated-sdk.mjs");
    return generatedSdk("python", sdk(), source, { check, env: nothingOn(tree) });
  }

  function write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      fs.mkdirSync(dirname(sdk(path)), { recursive: true });
      if (text === undefined) fs.rmSync(sdk(path));
      else fs.writeFileSync(sdk(path), text);
    }
  }

  async function stale(source = schema): Promise<string[]> {
    return Object.entries(await files(true, source))
      .filter(([path, text]) => {
        const there = fs.existsSync(sdk(path)) ? fs.readFileSync(sdk(path), "utf8") : undefined;
        return there !== text;
      })
      .map(([path]) => path);
  }

  it("is current without a generator as long as nothing changes, whatever Python leaves in it", async () => {
    write({
      "build/lib/a.py": "",
      "a.egg-info/PKG-INFO": "",
      "pulumi_platform/__pycache__/a.pyc": "",
    });
    assert.deepEqual(await stale(), []);
    assert.deepEqual(
      Object.keys(await files(false)).sort(),
      ["README.md", "generated.json", ...Object.keys(made).sort()].sort(),
    );
  });

  for (const [what, edit] of Object.entries({
    "a file was edited": () => fs.appendFileSync(sdk("pulumi_platform/__init__.py"), "# better\n"),
    "an empty file is gone": () => fs.rmSync(sdk("pulumi_platform/py.typed")),
    "there is one file more": () => write({ "pulumi_platform/more.py": "" }),
    "all of it is gone": () => fs.rmSync(sdk(), { recursive: true }),
  })) {
    it(`is not current where ${what}`, async () => {
      edit();
      assert.deepEqual(await stale(), ["generated.json"]);
    });
  }

  it("is not current for another schema, and needs the generator for it", async () => {
    assert.deepEqual(await stale('{ "name": "other" }'), ["generated.json"]);
    await assert.rejects(files(false, "{}"), /go is not on PATH/);
  });

  it("holds the files that the generator does not write, which need no generator", async () => {
    const { generatedSdk } = await script(tree, "generated-sdk.mjs");
    const withMocks = (check: boolean, text: string) =>
      generatedSdk("python", sdk(), schema, {
        check,
        added: { "pulumi_platform/testing.py": text },
        env: nothingOn(tree),
      });
    write(await withMocks(false, "# mocks"));
    assert.equal(fs.readFileSync(sdk("pulumi_platform/testing.py"), "utf8"), "# mocks");
    assert.deepEqual(Object.keys(await files(false)).length, Object.keys(made).length + 3);
    write(await withMocks(false, "# better mocks"));
    assert.equal(fs.readFileSync(sdk("pulumi_platform/testing.py"), "utf8"), "# better mocks");
    assert.deepEqual(await stale(), []);
  });

  it("for Go is its only package, and keeps the files of its module", async () => {
    await generator({ ".gitattributes": "", "platform/doc.go": "package platform\n" });
    const { generatedSdk } = await script(tree, "generated-sdk.mjs");
    const added = { "go.mod": "module platform\n", "go.sum": "" };
    const options = { check: false, added, env: nothingOn(tree) };
    const made = await generatedSdk("go", sdk("go"), schema, options);
    assert.deepEqual(Object.keys(made), [
      ".gitattributes",
      "doc.go",
      "go.mod",
      "go.sum",
      "generated.json",
    ]);
  });

  it("is not current for another generator", async () => {
    const pins = join(tree, "scripts/engine/cli/go.mod");
    const text = fs.readFileSync(pins, "utf8");
    fs.writeFileSync(pins, text.replace(/(pkg\/v3 v3\.)\d+/, "$1999"));
    assert.deepEqual(await stale(), ["generated.json"]);
  });

  it("is compared with what the generator makes where there is one, file by file", async () => {
    await generator({
      ...made,
      "pulumi_platform/py.typed": undefined,
      "pyproject.toml": "[other]\n",
    });
    assert.deepEqual(await stale(), [
      "pulumi_platform/py.typed",
      "pyproject.toml",
      "generated.json",
    ]);
    write(await files(false));
    assert.deepEqual([await stale(), fs.existsSync(sdk("pulumi_platform/py.typed"))], [[], false]);
  });

  it("is a part of `npm run generate`, whose check fails where it was edited", () => {
    // A tree that shares everything with this one but the SDK.
    for (const part of [
      "package.json",
      ".oxfmtrc.json",
      "cli",
      "docs",
      "provider",
      "simulator",
      "test",
    ]) {
      fs.symlinkSync(join(root, part), join(tree, part));
    }
    fs.cpSync(join(root, "sdk"), sdk(), {
      recursive: true,
      filter: (path) => !/node_modules/.test(path),
    });
    // `npm test` checks the files of this tree, which must be current.
    fs.appendFileSync(sdk("python/pulumi_platform/group.py"), "# better\n");
    fs.appendFileSync(sdk("go/platform/group.go"), "// better\n");
    const check = [join(tree, "scripts", "generate.mjs"), "--check"];
    const options = { env: nothingOn(tree), encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, check, options);
    const stale = ["python", "go/platform"]
      .map((folder) => `sdk/${folder}/generated.json is not current\n`)
      .join("");
    assert.equal(stdout, `${stale}Run \`npm run generate\` and commit what it writes.\n`);
    assert.deepEqual([status, stderr], [1, ""]);
  });
});
