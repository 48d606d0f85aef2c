import { Command, CommanderError } from "commander";
import { PlatformError } from "pulumi-platform-provider/contract";
import { addApply } from "./commands/apply.js";
import { addCalendar } from "./commands/calendar.js";
import { addComment } from "./commands/comment.js";
import { addDiff } from "./commands/diff.js";
import { addDrift } from "./commands/drift.js";
import { addDoctor } from "./commands/doctor.js";
import { addExport } from "./commands/export.js";
import { addMap } from "./commands/map.js";
import { addPlan } from "./commands/plan.js";
import { addRecover } from "./commands/recover.js";
import { Failure } from "./failure.js";
import { manifest } from "./manifest.js";

/** The exit code of everything that a command could not do. 1 is for commands that compare. */
const failed = 2;

/** Runs the command of these arguments, and leaves its exit code in the process. Every problem is printed. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(args, { from: "user" });
  } catch (error) {
    // commander has printed its own message, or the help.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : failed;
      return;
    }
    const isForPeople = error instanceof Failure || error instanceof PlatformError;
    printProblem(isForPeople ? error.message : String(error));
    process.exitCode = failed;
  }
}

function program(): Command {
  const program = new Command("pulumi-platform")
    .description("Commands for Pulumi programs that manage a data & analytics platform.")
    .version(manifest.version)
    .configureOutput({ outputError: (text) => printProblem(text.replace(/^error: /, "")) })
    .exitOverride();
  addExport(program);
  addCalendar(program);
  addDiff(program);
  addMap(program);
  addDrift(program);
  addPlan(program);
  addRecover(program);
  addApply(program);
  addComment(program);
  addDoctor(program);
  return program;
}

function printProblem(text: string): void {
  process.stderr.write(`pulumi-platform: ${text.trimEnd()}\n`);
}
