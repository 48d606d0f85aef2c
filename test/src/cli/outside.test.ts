import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { startSimulator, type Simulator } from "pulumi-platform-simulator";
import { Stack } from "../engine/stack";
import { onlyWhole } from "../harness/sampled";
import { ourVersion } from "../packages/project";
import { accessTo } from "../plugin/stack";
import { cliHere, init } from "./cliHere";
import { emptyFolder, execute } from "./command";

const token = "token-of-the-instance";

const projects = [
  { title: "TypeScript on the plugin", flags: ["--provider", "plugin"], program: "index.ts" },
  {
    title: "TypeScript with the dynamic resources",
    flags: ["--provider", "dynamic"],
    program: "index.ts",
  },
  { title: "YAML", flags: ["--language", "yaml"], program: "Pulumi.yaml" },
];

for (const { title, flags, program } of projects) {
  describe(`a project that pulumi-platform init makes, ${title}`, () => {
    let folder: string;
    let instance: Simulator;

    beforeEach(async () => {
      folder = emptyFolder();
      instance = await startSimulator({ token });
    });
    afterEach(async () => {
      await instance.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const onlyReads = () =>
      assert.deepEqual(
        instance.calls.filter(({ method }) => method !== "GET"),
        [],
        "the program only reads",
      );
    const hasFirstReport = () => {
      const [first] = instance.state.schedules;
      assert.deepEqual([first?.title, first?.schedule.enabled], ["My first report", false]);
    };

    // The page that begins with a TypeScript project is followed in `docs-check.test.ts`.
    onlyWhole("is installed, previewed and applied by the commands of its page", async () => {
      const project = join(folder, "reports");
      const home = join(folder, "home");
      mkdirSync(home);
      const engine = process.env.PLATFORM_TEST_ENGINE;
      assert.ok(engine, "PLATFORM_TEST_ENGINE is not set: run `npm test`");
      const settings = {
        PATH: `${engine}${delimiter}${process.env.PATH}`,
        PULUMI_HOME: home,
        PULUMI_CONFIG_PASSPHRASE: "passphrase",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PLATFORM_TOKEN: token,
        NO_COLOR: "1",
      };
      const ok = async (command: string, ...args: string[]) => {
        const { code, out, err } = await execute(project, command, args, settings);
        assert.equal(code, 0, `${command} ${args.join(" ")} failed:\n${out}${err}`);
        return out + err;
      };

      const made = await init(folder, "reports", ...flags, "--base-url", instance.url);
      assert.equal(made.code, 0, made.err);
      await ok("npm", "install", "--prefer-offline", "--no-audit", "--no-fund");
      await ok("pulumi", "stack", "init", "dev");
      assert.match(await ok("pulumi", "preview"), /roles[^]*Admin/);
      await ok("pulumi", "up", "--yes");
      onlyReads();

      // The state is in the project, and Pulumi is logged in nowhere.
      assert.ok(existsSync(join(project, ".pulumi", "stacks", "reports", "dev.json")));
      assert.ok(!existsSync(join(home, "credentials.json")));

      uncomment(join(project, program));
      assert.match(await ok("pulumi", "up", "--yes", "--skip-preview"), /first created/);
      hasFirstReport();

      // The command comes with the project. It has no packages there to copy.
      const again = await execute(project, "npx", ["pulumi-platform", "init", "other"], settings);
      assert.equal(again.code, 2);
      assert.match(again.err, /not in a registry yet\. Run npm run pack.+--packages\.$/m);
    });

    // The sample: nothing is packed and installed.
    if (title !== "YAML") return;
    it("is previewed and applied with the packages of this tree", async () => {
      const packages = join(folder, "packages");
      mkdirSync(packages);
      const version = ourVersion("pulumi-platform-cli");
      for (const name of ["pulumi-platform-provider", "pulumi-platform-cli"])
        writeFileSync(join(packages, `${name}-${version}.tgz`), "");
      const stack = new Stack(accessTo(instance));
      try {
        const options = ["--packages", packages, "--stack", "test", "--base-url", instance.url];
        const made = await cliHere({}, folder, "init", "yaml", ...flags, ...options);
        assert.equal(made.code, 0, made.err);
        cpSync(join(folder, "yaml"), stack.folder, { recursive: true });
        assert.match(await stack.ok("preview"), /roles[^]*Admin/);
        onlyReads();
        uncomment(join(stack.folder, program));
        assert.match(await stack.ok("up", "--yes", "--skip-preview"), /first created/);
        hasFirstReport();
      } finally {
        stack.remove();
      }
    });
  });
}

/** Makes the comment at the end of a program part of the program. */
function uncomment(file: string): void {
  const [before = "", commented = ""] = readFileSync(file, "utf8").split(/^(?:\/\/|#) Your .*\n/m);
  assert.notEqual(commented, "");
  writeFileSync(file, before + commented.replace(/^(?:\/\/|#) /gm, ""));
}
