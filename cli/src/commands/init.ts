import type { Command } from "commander";
import { collectAnswers } from "../init/answers.js";
import { emptyFolder, writeProject } from "../init/folder.js";
import { packagesFolder, packagesFor } from "../init/packages.js";
import { questions, type Flags } from "../init/questions.js";
import { projectFiles } from "../init/project.js";
import { nextCommands } from "../init/steps.js";

const example = `
Without a terminal, or with --yes, the answers that no option gives are the defaults.

Example:
  $ pulumi-platform init reports --language yaml --base-url https://example.com --yes`;

/** Adds `init`, which makes a Pulumi project. */
export function addInit(program: Command): void {
  const command = program
    .command("init")
    .summary("make a Pulumi project in an empty folder")
    .description(
      "Makes a Pulumi project in an empty folder. On a terminal, it asks for each answer that no option gives.",
    )
    .argument("[folder]", "folder of the project; it is created if it does not exist", ".");
  for (const { flag, description, choices } of questions) {
    const values = choices ? `: ${Object.keys(choices).join(", ")}` : "";
    command.option(flag, description.replace(" (", `${values} (`));
  }
  command
    .option("--packages <folder>", "folder that npm run pack wrote (default: that of this clone)")
    .option("-y, --yes", "take the defaults and ask nothing")
    .addHelpText("after", example)
    .action(init);
}

async function init(given: string, flags: Flags & { packages?: string; yes?: boolean }) {
  const folder = emptyFolder(given);
  const packages = packagesFolder(flags.packages);
  const isAsking = flags.yes !== true && process.stdin.isTTY && process.stdout.isTTY;
  const { answers, defaults } = await collectAnswers(flags, folder, isAsking ? process : undefined);
  const copies = packagesFor(answers, packages);
  const written = writeProject(folder, projectFiles(answers, copies), copies);
  const lines = [
    ...(defaults.length > 0 ? ["Defaults, because no option gives them:", ...defaults, ""] : []),
    `Wrote ${written.length} files in ${folder}:`,
    ...written.map((file) => `  ${file}`),
    "",
    "The packages are not in a registry yet, so the project contains copies of them in packages/.",
    "README.md explains the next commands. Replace each ... with your own value:",
    "",
    ...nextCommands(answers, { given, folder }).map((line) => `  ${line}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
