import { Command, CommanderError } from "commander";
import { PlatformError } from "pulumi-platform-provider/program";
import { Failure } from "./failure.js";
import { manifest } from "./manifest.js";
import { linesIn, print, printRemarks } from "./print.js";

/** The exit code of everything that a command could not do. 1 is for commands that compare. */
const failed = 2;

interface CommandFile {
  add: (program: Command) => void;
}

/** All commands, each with its line in the help. */
const commands: Readonly<Record<string, string>> = {
  export: "write what an instance has as a Pulumi project",
  calendar: "write a page of which report goes to how many people when",
  diff: "compare two instances, or an instance and a stack",
  map: "find the ids on another instance",
  find: "find ids by name, and what reaches a person",
  drift: "find what somebody changed on the instance of a stack",
  plan: "save a preview as a plan for apply",
  recover: "find out what a run did that died on another machine",
  apply: "apply a plan that plan has saved",
  comment: "write the comment of a pull request: what will happen to whom",
  doctor: "look for what keeps a program from working",
};

/** Runs the command of these arguments, and leaves its exit code in the process. Every problem is printed. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const program = await programFor(args.find((arg) => Object.hasOwn(commands, arg)));
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // commander has printed its own message, or the help.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : failed;
      return;
    }
    if (error instanceof Failure) printProblem(error.lines);
    else printProblem(error instanceof PlatformError ? linesIn(error.message) : [String(error)]);
    process.exitCode = failed;
  }
}

async function programFor(wanted: string | undefined): Promise<Command> {
  const program = new Command("pulumi-platform")
    .description("Commands for Pulumi programs that manage a data & analytics platform.")
    .version(manifest.version)
    .configureOutput({
      writeOut: (text) => print(linesIn(text)),
      writeErr: (text) => printRemarks(...linesIn(text)),
      // The second line is a suggestion. Options of the user can also have line breaks.
      outputError: (text) =>
        printProblem(
          text
            .replace(/^error: /, "")
            .trim()
            .split(/\n(?=\(Did)/),
        ),
    })
    .exitOverride();
  for (const [name, summary] of Object.entries(commands)) {
    // Only the command that runs is loaded: all of them take half a second.
    if (name === wanted) ((await import(`./commands/${name}.js`)) as CommandFile).add(program);
    else program.command(name).summary(summary);
  }
  return program;
}

const printProblem = ([first = "", ...more]: readonly string[]): void =>
  printRemarks(`pulumi-platform: ${first}`, ...more);
