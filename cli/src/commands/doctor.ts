import type { Command } from "commander";
import { redactor } from "pulumi-platform-provider/contract";
import { examineConnection } from "../doctor/connection.js";
import { contextOf } from "../doctor/context.js";
import type { Checks } from "../doctor/checks.js";
import { examineJournal } from "../doctor/journal.js";
import { examineOperations } from "../doctor/operations.js";
import { exitCodeOf, linesOf } from "../doctor/report.js";
import type { Report } from "../doctor/report.js";
import { examineState } from "../doctor/state.js";
import { examineSettings } from "../doctor/targets.js";
import { examineTraps } from "../doctor/traps.js";
import { examineVersions } from "../doctor/versions.js";
import { instancesFile } from "../instances/file.js";
import { ReadOnlyInstance } from "../instances/readOnly.js";
import { print, printJson, terminalWidth } from "../print.js";
import { withLeaves } from "../stack/values.js";

interface Flags {
  stack?: string;
  json?: boolean;
  pipeline?: boolean;
}

const example = `
Examples:
  $ pulumi-platform doctor
  $ pulumi-platform doctor prod --json
  $ GITHUB_REPOSITORY=team/reports GITHUB_TOKEN=... pulumi-platform doctor --pipeline

It only reads. Exit code 0: nothing found. 1: findings. 2: something could not be looked at.`;

/** Adds `doctor`, which finds problems that stop a program from working. */
export function add(program: Command): void {
  program
    .command("doctor")
    .description(
      "Looks at the settings, the connection, the token, the operations of the instance, the journal, the state and the versions. It also makes reads beyond the specification, to find out which operations the instance offers.",
    )
    .argument(
      "[instance]",
      `name in ${instancesFile}; default: the instances of the stack, or all of the file`,
    )
    .option("--stack <name>", "stack; default: PULUMI_STACK, or the selected stack")
    .option(
      "--pipeline",
      "instead: look at the settings of the forge that the security of the pipeline needs",
    )
    .option("--json", "print the result as JSON")
    .addHelpText("after", example)
    .action(run);
}

async function run(instance: string | undefined, flags: Flags): Promise<void> {
  const { report, secrets } =
    flags.pipeline === true
      ? { report: await reportOfPipeline(), secrets: [] }
      : await reportOf(instance, flags.stack);
  const redacted = redactor(secrets);
  // Before a table cuts or wraps a secret.
  const shown = withLeaves(report, (leaf) =>
    typeof leaf === "string" ? redacted(leaf) : leaf,
  ) as Report;
  if (flags.json === true) printJson(shown);
  else print(linesOf(shown, terminalWidth()));
  process.exitCode = exitCodeOf(report);
}

async function reportOfPipeline(): Promise<Report> {
  const { examinePipeline } = await import("../doctor/pipeline.js");
  return { groups: [await examinePipeline()], operations: {} };
}

/** The report of the doctor, and the secrets that it must not print. */
async function reportOf(instance: string | undefined, stack: string | undefined) {
  const context = await contextOf(instance, stack);
  const { checks: settings, targets } = await examineSettings(context);
  const { checks: journal, isSettledByUp } = await examineJournal(context, targets);
  const { checks: state, managed } = await examineState(context, isSettledByUp);
  const report: Report & { groups: Checks[] } = { groups: [settings], operations: {} };
  for (const target of targets) {
    const { name, settings: own } = target;
    // Also allows extended reads, which change nothing and show what the instance offers.
    const reader = new ReadOnlyInstance(
      { ...own, operations: "extended" },
      { show: () => undefined, warn: () => undefined },
    );
    const connection = await examineConnection(name, reader);
    report.groups.push(connection);
    if (connection.findings.length > 0) continue;
    const { checks, rows } = await examineOperations(target, reader, managed);
    report.groups.push(checks);
    report.operations[name] = rows;
  }
  report.groups.push(state, journal, await examineVersions(), examineTraps(context));
  const secrets = [
    ...targets.flatMap(({ settings: own }) => [own.token, own.accessToken]),
    ...Object.entries(process.env)
      .filter(([name]) => /^PLATFORM_(ACCESS_)?TOKEN(?!_HEADER$)/.test(name))
      .map(([, value]) => value),
  ];
  return { report, secrets };
}
