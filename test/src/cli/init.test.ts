import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "../engine/stack";
import { ourVersion } from "../packages/project";
import { init } from "./cliHere";
import { cliWith, emptyFolder, execute, type Run } from "./command";

describe("pulumi-platform init", () => {
  let folder: string;
  beforeEach(() => (folder = emptyFolder()));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const text = (file: string) => readFileSync(join(folder, file), "utf8");
  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .map((path) =>
        path
          .split(sep)
          .join("/")
          .replace(/-\d+\.\d+\.\d+/, ""),
      )
      .sort();
  const done = async (...args: string[]): Promise<Run> => {
    const run = await init(folder, ...args);
    assert.equal(run.code, 0, run.err);
    return run;
  };
  const refused = async (args: string[], message: RegExp) => {
    const { code, out, err } = await init(folder, ...args);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, message);
    assert.match(err, /^pulumi-platform: [^\n]+\n$/, "one line, and no stack trace");
  };

  const always = [".gitignore", "Pulumi.dev.yaml", "Pulumi.yaml", "README.md", "package.json"];
  const tools = ["packages/pulumi-platform-cli.tgz", "packages/pulumi-platform-provider.tgz"];
  const inTypescript = ["index.ts", "packages/pulumi-platform.tgz", "tsconfig.json"];
  const inPython = ["__main__.py", "packages/pulumi_platform.tar.gz", "requirements.txt"];
  for (const [language, provider, own, runtime, program, call] of [
    ["typescript", "plugin", inTypescript, /^runtime: nodejs$/m, "index.ts", '-platform/plugin"'],
    ["typescript", "dynamic", inTypescript, /^runtime: nodejs$/m, "index.ts", '-platform"'],
    ["yaml", "plugin", [], /^runtime: yaml$/m, "Pulumi.yaml", "platform:getRoles"],
    ["python", "plugin", inPython, /^runtime: \{ name: python/m, "__main__.py", "get_roles_output"],
  ] as const) {
    describe(`--language ${language} --provider ${provider}`, () => {
      const flags = ["--language", language, "--provider", provider];

      it("writes a project, and lists every file", async () => {
        const { out } = await done(...flags);
        assert.deepEqual(files(), [...always, ...tools, ...own].sort());
        const written = readdirSync(folder, { recursive: true, encoding: "utf8" });
        for (const file of written.filter((name) => name !== "packages")) {
          assert.ok(out.includes(`\n  ${file}\n`), file);
        }
        assert.match(text("Pulumi.yaml"), runtime);
        assert.ok(text(program).includes(call));
        assert.equal(text("Pulumi.yaml").includes("path: node_modules"), provider === "plugin");
      });

      it("takes the setting of every other option", async () => {
        const settings = ["--operations", "extended", "--mail", "redirect:me@example.com"];
        const place = ["--stack", "acme/reports/qa", "--backend", "s3://bucket", "--name", "sales"];
        await done(...flags, ...settings, ...place, "--base-url", "https://example.com/eu");
        assert.equal(
          text("Pulumi.qa.yaml"),
          "config:\n  platform:baseUrl: https://example.com/eu\n" +
            '  platform:operations: extended\n  platform:mail: "redirect:me@example.com"\n',
        );
        assert.match(text("Pulumi.yaml"), /^name: sales$/m);
        assert.match(text("Pulumi.yaml"), /^ {2}url: s3:\/\/bucket$/m);
        assert.ok(!text(".gitignore").includes(".pulumi/"), "the state is elsewhere");
      });
    });
  }

  for (const language of ["yaml", "python"]) {
    it(`refuses the dynamic resources for ${language}, and names the plugin`, () =>
      refused(
        ["--language", language, "--provider", "dynamic"],
        /exist only for TypeScript\. Use --provider plugin with --language \w+\./,
      ));
  }

  for (const [args, message] of [
    [["--language", "go"], /--language must be typescript or yaml or python, not "go"\./],
    [["--operations", "all"], /--operations must be documented or extended, not "all"\./],
    [["--mail", "redirect:me"], /--mail must be live, muted, or redirect: with an e-mail address/],
    [["--mail", "mutd"], /not "mutd"\. Did you mean muted\?$/m],
    [["--base-url", "http://example.com"], /--base-url begins with http:\/\/, .* Use https:\/\//],
    [["--base-url", "example.com"], /--base-url must be an address that begins with https/],
    [["--base-url", "https://me:secret@example.com"], /--base-url must not contain a user name/],
    [["--backend", "state"], /--backend must be an address, for example file:\/\/\./],
    [["--backend", "postgres://me:secret@db/state"], /must not contain a password.+PULUMI_BACKEND/],
    [["--stack", "a b"], /--stack must contain only letters/],
    [["--name", "a/b"], /--name must contain only letters/],
    [["--colour"], /unknown option '--colour'/],
    [["--packages", "nowhere"], /nowhere does not exist\. Run npm run pack in the clone/],
    [["--packages", "."], /does not contain pulumi-platform-\d.+\.tgz\. Run npm run pack/],
  ] as const) {
    it(`refuses ${args.join(" ")}, and writes nothing`, async () => {
      await refused([...args], message);
      assert.deepEqual(files(), []);
    });
  }

  it("refuses a folder that is not empty, and names what is in it", async () => {
    for (const name of ["a", "b", "c", "d", "e", "f", "g"]) writeFileSync(join(folder, name), "");
    await refused([], /is not empty\. It contains a, b, c, d, e and 2 more\. Choose another/);
    await refused(["a"], /\/a is not a folder\./);
  });

  it("creates the folder, and takes one with nothing but a Git repository", async () => {
    await done("reports/sales");
    assert.match(text("reports/sales/Pulumi.yaml"), /^name: sales$/m);
    mkdirSync(join(folder, "clone", ".git"), { recursive: true });
    await done("clone");
  });

  it("without a terminal takes the defaults, and says which", async () => {
    const { out } = await done("my reports", "--mail", "live");
    assert.match(
      out,
      /^Defaults, because no option gives them:\n {2}--language typescript\n {2}--provider plugin\n {2}--operations documented\n {2}--base-url \(none\)\n {2}--stack dev\n {2}--backend file:\/\/\.\n {2}--name my-reports\n\n/,
    );
    assert.equal(
      text("my reports/Pulumi.dev.yaml"),
      "config:\n  platform:operations: documented\n  platform:mail: live\n",
    );
  });

  it("ends with the next commands, one on each line, and the page explains the same", async () => {
    const { out } = await done("reports");
    const commands = [
      "npm install",
      '(umask 077; set -C; echo "..." > ~/.reports-passphrase)',
      "export PULUMI_CONFIG_PASSPHRASE_FILE=~/.reports-passphrase",
      "pulumi stack init dev",
      "pulumi config set platform:baseUrl https://...",
      "export PLATFORM_TOKEN=...",
      "pulumi preview",
    ];
    assert.ok(out.endsWith(["", "cd reports", ...commands].join("\n  ") + "\n"), out);
    const page = text("reports/README.md");
    assert.ok(page.includes(commands.map((command) => `$ ${command}\n`).join("")));
    for (const name of ["PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"])
      assert.ok(page.includes(`- \`${name}\`:`));
    const named = [...page.matchAll(/`(docs\/[\w/-]+\.md)`/g)].map(([, path]) => path ?? "");
    assert.deepEqual([named.length, named.filter((path) => !existsSync(path))], [5, []]);
    assert.match(page, /export PATH="\$\(npm run --silent engine\):\$PATH"/);
  });

  it("names the folder in the next commands as the person did, as a word of the shell", async () => {
    for (const [given, command] of [
      [join(folder, "absolute"), `cd ${join(folder, "absolute")}`],
      ["./relative/", "cd relative"],
      ["my $HOME's", "cd 'my $HOME'\\''s'"],
    ] as const) {
      const { out } = await done(given);
      assert.ok(out.includes(`\n\n  ${command}\n  npm install\n`), out);
    }
    mkdirSync(join(folder, "here"));
    const { out } = await init(join(folder, "here"));
    assert.ok(out.includes("\n\n  npm install\n"), out);
  });

  it("sets no passphrase where Pulumi Cloud keeps the state", async () => {
    const { out } = await done("--backend", "https://api.pulumi.com");
    assert.ok(!out.includes("PASSPHRASE"), out);
    assert.ok(!text("README.md").includes("PASSPHRASE"));
  });

  it("pins the versions that are tested here", async () => {
    await done();
    const { dependencies, devDependencies } = JSON.parse(text("package.json")) as Record<
      string,
      Record<string, string>
    >;
    assert.equal(dependencies?.["@pulumi/pulumi"], ourVersion("@pulumi/pulumi"));
    assert.equal(devDependencies?.["ts-node"], ourVersion("ts-node"));
    assert.equal(devDependencies.typescript, `~${ourVersion("typescript")}`);
  });

  it("explains itself", async () => {
    const commands = await cliWith({}, folder, "--help");
    assert.deepEqual([commands.code, commands.err], [0, ""]);
    assert.match(commands.out, /\n {2}init [^\n]+make a Pulumi project in an empty folder\n/);
    const { code, out } = await cliWith({}, folder, "init", "--help");
    assert.equal(code, 0);
    assert.match(out, /Example:\n {2}\$ pulumi-platform init reports --language yaml/);
    assert.equal((await cliWith({}, folder)).code, 2, "no command at all");
  });

  it("asks for npm run pack in a clone that is not built", async () => {
    const bin = join("bin", "pulumi-platform.js");
    cpSync(join(root, "cli", bin), join(folder, bin));
    const { code, err } = await execute(folder, process.execPath, [bin, "init"]);
    assert.deepEqual(
      [code, err],
      [2, "pulumi-platform: The clone is not built. Run npm run pack first.\n"],
    );
  });
});
