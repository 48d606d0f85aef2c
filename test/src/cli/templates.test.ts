import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { manifest } from "pulumi-platform-cli/dist/manifest.js";
import { startSimulator, type Simulator } from "pulumi-platform-simulator";
import { parse } from "yaml";
import { root, Stack } from "../engine/stacks/stack";
import { isWhole, onlyWhole } from "../harness/lives/sampled";
import { ourVersion, packed } from "../packages/project";
import { goHostFolder, installGo } from "../plugin/languages/go";
import { installPython } from "../plugin/languages/python";
import { accessTo, writes } from "../plugin/stack";
import { emptyFolder, execute } from "./command";

const token = "token-of-the-instance";

for (const { language, program } of [
  { language: "TypeScript", program: "index.ts" },
  { language: "YAML", program: "Pulumi.yaml" },
  { language: "Python", program: "__main__.py" },
  { language: "Go", program: "main.go" },
]) {
  // Go compiles for minutes, Python makes an environment, and the examples have programs in YAML.
  const often = language === "TypeScript" ? it : onlyWhole;

  describe(`a new project in ${language}`, () => {
    let folder: string;
    let instance: Simulator;

    let hosts: string[];

    beforeEach(async () => {
      hosts = isWhole && language === "Go" ? [await goHostFolder()] : [];
      folder = emptyFolder();
      instance = await startSimulator({ token });
    });
    afterEach(async () => {
      await instance.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const template = join(root, "templates", language.toLowerCase());
    /** Runs `pulumi new` and other commands in an empty folder, with a home and a backend of their own. */
    const shell = async (command: string, ...args: string[]) => {
      for (const name of ["home", "state", "project"])
        mkdirSync(join(folder, name), { recursive: true });
      const engine = process.env.PLATFORM_TEST_ENGINE;
      assert.ok(engine, "PLATFORM_TEST_ENGINE is not set: run `npm test`");
      const settings = {
        PATH: [engine, ...hosts, process.env.PATH].join(delimiter),
        PULUMI_HOME: join(folder, "home"),
        PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
        PULUMI_CONFIG_PASSPHRASE: "passphrase",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        NO_COLOR: "1",
      };
      const { code, out, err } = await execute(join(folder, "project"), command, args, settings);
      assert.equal(code, 0, `${command} ${args.join(" ")} failed:\n${out}${err}`);
      return out + err;
    };
    const project = (file: string) => join(folder, "project", file);
    const hasFirstReport = () => {
      const [first] = instance.state.schedules;
      assert.deepEqual([first?.title, first?.schedule.enabled], ["My first report", false]);
    };

    often("makes a program that reads, and whose comment is a first schedule", async () => {
      await shell("pulumi", "new", template, "--generate-only", "--yes", "--name", "program");
      const stack = new Stack(accessTo(instance));
      try {
        // The stack has the packages of this tree.
        rmSync(project("node_modules"), { recursive: true });
        cpSync(join(folder, "project"), stack.folder, { recursive: true });
        if (language === "Go") await installGo(stack);
        if (language === "Python") await installPython(stack);
        if (language === "YAML") edit(join(stack.folder, program), /^#- /gm, "");
        assert.match(await stack.ok("preview"), /roles[^]*Admin/);
        assert.deepEqual(writes(instance), []);
        uncomment(join(stack.folder, program));
        assert.match(await stack.ok("up", "--yes", "--skip-preview"), /first created/);
        hasFirstReport();
      } finally {
        stack.remove();
      }
    });

    onlyWhole(
      "is installed and previewed by pulumi new and the commands that it prints",
      async () => {
        const { folder: packages } = await packed();
        const from = join(packages, "templates", language.toLowerCase());
        const options = ["--yes", "--name", "reports", "--stack", "qa"];
        const settings = ["--config", `platform:baseUrl=${instance.url}`];
        const printed = await shell("pulumi", "new", from, ...options, ...settings);
        const { config } = parse(readFileSync(project("Pulumi.qa.yaml"), "utf8")) as {
          config: object;
        };
        assert.deepEqual(config, {
          "platform:baseUrl": instance.url,
          "platform:operations": "documented",
          "platform:mail": "muted",
        });
        const commands = [...printed.matchAll(/^ {2}(\S.*?) +# /gm)].map(([, line = ""]) => line);
        assert.equal(commands.at(-1), "pulumi preview", printed);
        const script = ["set -e", ...commands].join("\n").replace("...", token);
        assert.match(await shell("bash", "-c", script), /roles[^]*Admin/);
        uncomment(project(program));
        await shell("bash", "-c", script.replace("pulumi preview", "pulumi up --yes"));
        hasFirstReport();
        // The command comes with the project.
        assert.match(await shell("npx", "pulumi-platform", "--version"), /^\d+\.\d+\.\d+$/m);
      },
    );

    it("names the packages of this version, and the versions that are tested here", () => {
      const { dependencies, devDependencies } = JSON.parse(
        readFileSync(join(template, "package.json"), "utf8"),
      ) as Record<string, Record<string, string>>;
      const ours = `^${ourVersion("pulumi-platform")}`;
      const isTypescript = language === "TypeScript";
      assert.deepEqual(
        { ...dependencies, ...devDependencies },
        {
          // The oldest one that is tested: newer ones need a newer Node.js.
          "@pulumi/pulumi": manifest.devDependencies["@pulumi/pulumi"],
          "pulumi-platform-provider": ours,
          "pulumi-platform-cli": ours,
          ...(isTypescript && {
            "pulumi-platform": ours,
            "ts-node": ourVersion("ts-node"),
            typescript: `~${ourVersion("typescript")}`,
          }),
        },
      );
    });
  });
}

/** Makes the comment at the end of a program part of the program. */
function uncomment(file: string): void {
  const [before = "", commented = ""] = readFileSync(file, "utf8").split(
    /^\s*(?:\/\/|#) Your .*\n/m,
  );
  assert.notEqual(commented, "");
  writeFileSync(file, before + commented.replace(/^(\s*)(?:\/\/|#) /gm, "$1"));
}

const edit = (file: string, what: RegExp, by: string) =>
  writeFileSync(file, readFileSync(file, "utf8").replace(what, by));
