// What each registry gives, and the projects that `pulumi new` makes.
import { readFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { executablesOf, goModule, plugins } from "./addresses.mjs";
import { filesIn } from "./artefacts.mjs";
import { withInstance } from "./reader.mjs";

const life = {
  preview: ["preview", "pulumi preview"],
  up: ["up", "pulumi up --yes --skip-preview"],
  unchanged: ["preview without changes", "pulumi preview --expect-no-changes"],
  destroy: ["destroy", "pulumi destroy --yes --skip-preview"],
};

/** The lines of `Pulumi.yaml` for the plugin that npm installs. */
export const pluginLines = `plugins:
  providers:
    - name: platform
      path: node_modules/pulumi-platform-provider/bin
`;

/** A stack in extended operations, which can destroy what it made. */
export async function newStack(reader, url) {
  reader.set({ PLATFORM_BASE_URL: url, PLATFORM_OPERATIONS: "extended" });
  await reader.run("pulumi stack init dev");
}

/** The life of the reader's program. */
export async function live(step, reader, ...parts) {
  for (const [title, command] of parts.map((part) => life[part]))
    await step(title, () => reader.run(command));
}

/** A program that creates one group, and needs the plugin. */
export const yaml = (more = "") => `name: rehearsal
runtime: yaml
${more}resources:
  analysts:
    type: platform:Group
    properties: { name: Analysts, type: open }
`;

/** The commands that a template prints, with a token in place of the dots. */
function quickstartOf(template) {
  const text = readFileSync(join(template, "Pulumi.yaml"), "utf8");
  const [quickstart] = /quickstart: \|[^]*?(?=^\S|$(?![^]))/m.exec(text);
  const lines = [...quickstart.matchAll(/^ {6}(\S.*)$/gm)].map(([, line]) => line);
  return lines.map((line) => line.replace(/(?<=PLATFORM_TOKEN=)\.\.\./, '"$PLATFORM_TOKEN"'));
}

/** Templates come from the repository, whose place the folder of the release takes. */
export const templates = ({ release, newReader, simulator }) =>
  filesIn(join(release, "templates"), /^\w+$/).map((template) => ({
    name: `pulumi new, ${basename(template)}`,
    run: (step) =>
      withInstance(simulator, async (url) => {
        const reader = newReader();
        reader.set({ PLATFORM_OPERATIONS: "extended" });
        await step("pulumi new", () =>
          reader.run(`pulumi new '${template}' --yes --config platform:baseUrl=${url}`),
        );
        const quickstart = quickstartOf(template);
        await step("its own commands", () => reader.run(...quickstart));
        reader.first = quickstart.filter((line) => line.startsWith(". "));
        await step("up", () => reader.see(/1 created/, "pulumi up --yes --skip-preview"));
        await live(step, reader, "destroy");
      }),
  }));

export const npmPackages = ({ newReader }) => ({
  name: "npm install",
  async run(step) {
    const reader = newReader();
    const names = ["", "-provider", "-cli", "-simulator"].map((end) => `pulumi-platform${end}`);
    await step("npm install", () => reader.run(`npm install ${names.join(" ")}`));
    for (const entry of ["pulumi-platform", "pulumi-platform/plugin", "pulumi-platform/testing"])
      await step(`require and import ${entry}`, () =>
        reader.run(
          `node -e "require('${entry}')"`,
          `node --input-type=module -e "import * as all from '${entry}'; if (Object.keys(all).length < 2) process.exit(1)"`,
        ),
      );
    await step("the commands", () =>
      reader.run("npx pulumi-platform --version", "npx pulumi-platform-simulator --help"),
    );
    await step("npx without a project", () =>
      reader.see(
        /Usage/,
        "cd ..",
        "npx --yes pulumi-platform-cli --help",
        "npx --yes pulumi-platform-simulator --help",
      ),
    );
  },
});

export const python = ({ newReader, simulator }) => ({
  name: "pip install, and the plugin that the package names",
  run: (step) =>
    withInstance(simulator, async (url) => {
      const reader = newReader();
      await step("pip install", () =>
        reader.run(
          "python3 -m venv venv",
          ". venv/bin/activate",
          "pip install --quiet pulumi_platform",
        ),
      );
      reader.write("Pulumi.yaml", "name: rehearsal\nruntime: python\n");
      reader.first = [". venv/bin/activate"];
      reader.write(
        "__main__.py",
        'import pulumi_platform as platform\n\nplatform.Group("analysts", name="Analysts", type="open")\n',
      );
      await newStack(reader, url);
      await live(step, reader, "preview", "up", "unchanged", "destroy");
    }),
});

const goProgram = `package main

import (
	"${goModule}"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := platform.NewGroup(ctx, "analysts", &platform.GroupArgs{
			Name: pulumi.String("Analysts"),
			Type: pulumi.String("open"),
		})
		return err
	})
}
`;

export const go = ({ version, newReader, simulator }) => ({
  name: "go get, and the plugin that the module names",
  run: (step) =>
    withInstance(simulator, async (url) => {
      const reader = newReader();
      await step("go get", () =>
        reader.run("go mod init rehearsal", `go get ${goModule}@v${version}`),
      );
      reader.write("Pulumi.yaml", "name: rehearsal\nruntime: go\n");
      reader.write("main.go", goProgram);
      await step("go build", () => reader.run("go mod tidy", "go build -o program ."));
      await newStack(reader, url);
      await live(step, reader, "preview", "up", "unchanged", "destroy");
    }),
});

const archives = [
  { name: "pulumi plugin install", server: plugins },
  {
    name: "pulumi plugin install, without Node.js",
    server: executablesOf("${VERSION}"),
    isWithoutNode: true,
  },
];

/** The archives of the plugin, by the addresses that the pages name. */
export const plugin = ({ version, engine, newReader, simulator }) =>
  archives.map(({ name, server, isWithoutNode }) => ({
    name,
    run: (step) =>
      withInstance(simulator, async (url) => {
        const reader = newReader();
        if (isWithoutNode) reader.set({ PATH: engine.join(delimiter) });
        await step("pulumi plugin install", () =>
          reader.run(`pulumi plugin install resource platform v${version} --server '${server}'`),
        );
        reader.write("Pulumi.yaml", yaml());
        await newStack(reader, url);
        await live(step, reader, "preview", "up", "unchanged", "destroy");
      }),
  }));

export const packageAdd = ({ version, newReader, simulator }) => ({
  name: "pulumi package add, YAML",
  run: (step) =>
    withInstance(simulator, async (url) => {
      const reader = newReader();
      reader.write("Pulumi.yaml", "name: rehearsal\nruntime: yaml\n");
      await step("pulumi package add", () =>
        reader.see(
          /platform/,
          `pulumi package add platform@${version} --server ${plugins}`,
          "cat Pulumi.yaml",
        ),
      );
      const added = readFileSync(join(reader.folder, "Pulumi.yaml"), "utf8");
      reader.write("Pulumi.yaml", yaml(added.replace(/^(name|runtime):.*\n/gm, "")));
      await newStack(reader, url);
      await live(step, reader, "preview", "up", "destroy");
    }),
});
