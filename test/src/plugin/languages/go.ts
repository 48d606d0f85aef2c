import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { goModule } from "../../../../provider/generate/dist/languages";
import { root } from "../../engine/stacks/stack";
import type { Stack } from "../../engine/stacks/stack";

const sdk = join(root, "sdk", "go", "platform");
const script = (name: string) =>
  import(pathToFileURL(join(root, "scripts", "engine", name)).href) as Promise<{
    goProgram: (program: string, folder: string, env: NodeJS.ProcessEnv) => Promise<string>;
    goHost: string;
    goHostFolder: () => string;
  }>;

/** The folder with the language host. The first call on a machine builds it. */
export async function goHostFolder(): Promise<string> {
  const { goProgram } = await script("goProgram.mjs");
  const layout = await script("layout.mjs");
  return dirname(await goProgram(layout.goHost, layout.goHostFolder(), process.env));
}

/** Lets the program of a stack run on Go's language host. The first program on a machine compiles Pulumi's packages, too. */
export async function installGo(stack: Stack): Promise<void> {
  stack.env.PATH = `${await goHostFolder()}${delimiter}${stack.env.PATH}`;
  writeModule(stack.folder);
}

/** Makes a folder a module that uses the Go SDK of this tree, with the versions that the SDK has. */
export function writeModule(folder: string): void {
  const requirements = readFileSync(join(sdk, "go.mod"), "utf8").replace(/^module .*/, "");
  const ours = `require ${goModule} v0.1.0\n\nreplace ${goModule} => ${sdk}\n`;
  writeFileSync(join(folder, "go.mod"), `module program\n${requirements}\n${ours}`);
  writeFileSync(join(folder, "go.sum"), readFileSync(join(sdk, "go.sum"), "utf8"));
}

/** One program of several, each of which has a `main` that runs a function of a context. */
export function together(programs: Readonly<Record<string, string>>): Record<string, string> {
  const files = Object.entries(programs).map(([name, text]) => {
    const declared = text
      .trim()
      .replace(
        /func main\(\) \{\s+pulumi\.Run\((func)(.*\n)/,
        (_all, word: string, rest: string) => `${word} ${name}${rest}`,
      )
      .replace(/\t\}\)\n\}$/, "}\n");
    return [`${name}.go`, declared] as const;
  });
  const calls = Object.keys(programs).map(
    (name) => `\t\tif err := ${name}(ctx); err != nil {\n\t\t\treturn err\n\t\t}\n`,
  );
  const main = `package main

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
${calls.join("")}		return nil
	})
}
`;
  return { ...Object.fromEntries(files), "main.go": main };
}

/** What `go` prints in a folder. */
export const go = (folder: string, ...args: string[]): string =>
  execFileSync("go", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

/** The files of this folder that gofmt would write otherwise. */
export const unformatted = (folder: string): string[] =>
  execFileSync("gofmt", ["-l", folder], { encoding: "utf8" }).split("\n").filter(Boolean);
