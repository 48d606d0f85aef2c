import { Command, CommanderError } from "commander";
import { PlatformError } from "pulumi-platform-provider/program";
import { Failure } from "./failure.js";
import { manifest } from "./manifest.js";
import { linesIn, print, printRemarks } from "./print.js";

/** The exit code of everything that a command could not do. 1 is for commands that compare. */
const failed = 2;

type Add = (program: Command) => void;

/** All commands, each with its line in the help. Only the one that runs is loaded: all of them take half a second. */
const commands: Readonly<Record<string, readonly [summary: string, load: () => Promise<Add>]>> = {
  export: [
    "write what an instance has as a Pulumi project",
    async () => (await import("./commands/export.js")).addExport,
  ],
  calendar: [
    "write a page of which report goes to how many people when",
    async () => (await import("./commands/calendar.js")).addCalendar,
  ],
  diff: [
    "compare two instances, or an instance and a stack",
    async () => (await import("./commands/diff.js")).addDiff,
  ],
  map: ["find the ids on another instance", async () => (await import("./commands/map.js")).addMap],
  find: [
    "find ids by name, and what reaches a person",
    async () => (await import("./commands/find.js")).addFind,
  ],
  drift: [
    "find what somebody changed on the instance of a stack",
    async () => (await import("./commands/drift.js")).addDrift,
  ],
  plan: [
    "save a preview as a plan for apply",
    async () => (await import("./commands/plan.js")).addPlan,
  ],
  recover: [
    "find out what a run did that died on another machine",
    async () => (await import("./commands/recover.js")).addRecover,
  ],
  apply: [
    "apply a plan that plan has saved",
    async () => (await import("./commands/apply.js")).addApply,
  ],
  comment: [
    "write the comment of a pull request: what will happen to whom",
    async () => (await import("./commands/comment.js")).addComment,
  ],
  doctor: [
    "look for what keeps a program from working",
    async () => (await import("./commands/doctor.js")).addDoctor,
  ],
};

/** Runs the command of these arguments, and leaves its exit code in the process. Every problem is printed. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const program = await programFor(args.find((arg) => arg in commands));
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
  for (const [name, [summary, load]] of Object.entries(commands)) {
    if (name === wanted) (await load())(program);
    else program.command(name).summary(summary);
  }
  return program;
}

const printProblem = ([first = "", ...more]: readonly string[]): void =>
  printRemarks(`pulumi-platform: ${first}`, ...more);
