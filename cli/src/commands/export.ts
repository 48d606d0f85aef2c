import { pluralOf } from "pulumi-platform-provider/contract";
import { existsSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Option, type Command } from "commander";
import {
  continued,
  optionsText,
  refuseOtherSource,
  wantedAgain,
  wantedIn,
} from "../export/choices.js";
import { importsOnly, wantedBy } from "../export/declaredBy.js";
import {
  keptFolder,
  namesIn,
  readRecord,
  recordFile,
  recordText,
  writtenFiles,
} from "../export/earlier.js";
import type { ProjectChoices } from "../export/earlier.js";
import { importFile, writeImports } from "../export/imports.js";
import { changesIn, mergeInto, writeMerged } from "../export/merge.js";
import type { ConflictWinner } from "../export/merge.js";
import { objectsChanged } from "../export/objects.js";
import { copyPackages, packagesFolder, packagesFor } from "../export/packages.js";
import type { ProjectSettings } from "../export/projectFiles.js";
import { exportedProject } from "../export/project.js";
import { countsOf, listedWith } from "../export/report.js";
import { gapLine } from "../inventory/inventory.js";
import type { Report } from "../export/report.js";
import { refuseUnread } from "../export/unread.js";
import { Failure } from "../failure.js";
import { connect } from "../instances/connect.js";
import type { Connection } from "../instances/connect.js";
import { instancesFile } from "../instances/file.js";
import type { Gap } from "../inventory/inventory.js";
import { DetailCache } from "../inventory/details.js";
import { readInventory } from "../inventory/read.js";
import { showProgress } from "../output/progress.js";
import { withWanted } from "./wantedOptions.js";
import { wantedFrom } from "../inventory/wanted.js";
import type { WantedFlags } from "../inventory/wanted.js";

interface Flags extends WantedFlags, Partial<ProjectChoices> {
  out: string;
  packages?: string;
  keep?: ConflictWinner;
  removeUnread?: boolean;
  importsOnly?: boolean;
  declaredBy?: string;
  json?: boolean;
}

const example = `
Example:
  $ pulumi-platform export dev --out reports --datasets datasets.txt

It only reads. README.md in the folder has the commands that take the objects over.
A later export into the same folder takes options that are not given from the earlier one.`;

/** Adds `export`, which writes the objects of an instance as a Pulumi project. */
export function addExport(program: Command): void {
  const command = program
    .command("export")
    .summary("write what an instance has as a Pulumi project")
    .description(
      "Writes what an instance has as a Pulumi project: a program, an import file, and a report of missing fields and objects.",
    )
    .argument("[instance]", `name in ${instancesFile}; not needed if there is only one`)
    .requiredOption("--out <folder>", "folder of the project");
  withWanted(command)
    .addOption(
      new Option("--language <language>", "language of the program (default: typescript)").choices([
        "typescript",
        "yaml",
      ]),
    )
    .addOption(
      new Option(
        "--provider <provider>",
        "how Pulumi reaches the platform (default: plugin)",
      ).choices(["plugin", "dynamic"]),
    )
    .addOption(
      new Option(
        "--split-by <part>",
        "one file of schedules for each owner or page (default: none)",
      ).choices(["owner", "page", "none"]),
    )
    .option("--stack <name>", "name of the stack (default: name of the instance)")
    .option("--packages <folder>", "folder that npm run pack wrote (default: that of this clone)")
    .addOption(
      new Option(
        "--keep <side>",
        "whose lines stay where the program and the instance changed the same lines (default: write nothing and show them)",
      ).choices(["program", "instance"]),
    )
    .option(
      "--remove-unread",
      "remove from the program what an earlier export into the folder read and this one does not",
    )
    .option("--imports-only", "write only import.json, for a program that exists")
    .option(
      "--declared-by <project>",
      "with --imports-only: only what the program in this folder would create, under its names",
    )
    .option("--json", "print the report as JSON")
    .addHelpText("after", example)
    .action(run);
}

async function run(name: string | undefined, flags: Flags): Promise<void> {
  if (flags.declaredBy !== undefined && flags.importsOnly !== true) {
    throw new Failure("--declared-by needs --imports-only.");
  }
  const connection = connect(name);
  const folder = resolve(flags.out);
  const earlier = readRecord(folder);
  if (earlier !== undefined) refuseOtherSource(flags.out, earlier, connection);
  const choices = continued(flags.out, flags, earlier);
  if (choices.language === "yaml" && choices.provider === "dynamic") {
    throw new Failure("The dynamic resources exist only for TypeScript. Use --provider plugin.");
  }
  const chosen = wantedAgain(folder, flags, earlier);
  const wanted = {
    ...wantedFrom(chosen),
    // Only details show which of several duplicates a program means.
    isListOnly: flags.importsOnly === true && flags.declaredBy === undefined,
  };
  const { splitBy, stack = existsSync(instancesFile) ? connection.name : "source" } = choices;
  const settings = settingsFor(connection, folder, { ...choices, stack });
  const packed = earlier === undefined ? undefined : join(folder, "packages");
  const copies =
    flags.importsOnly === true ? [] : packagesFor(settings, packagesFolder(flags.packages, packed));
  const { declaredBy } = flags;
  const declared =
    declaredBy === undefined
      ? undefined
      : await wantedBy(declaredBy, { kinds: wanted.kinds, stack: flags.stack });
  const cache = join(folder, keptFolder, `${connection.name}.details`);
  const details = new DetailCache(flags.importsOnly === true ? undefined : cache);
  const { report: progress, end } = await showProgress();
  const watcher = { progress, details };
  const inventory = await readInventory(connection, wanted, watcher).finally(end);
  if (flags.importsOnly === true) {
    const found = importsOnly(inventory, namesIn(earlier), declared);
    details.clear();
    writeImports(folder, found.imports);
    const count = `${found.imports.length} ${found.imports.length === 1 ? "object" : "objects"}`;
    const file = join(folder, importFile);
    conclude(flags, found, [`Wrote ${count} to ${file}.`, takeOver(file, flags)]);
    return;
  }
  const edited = writtenFiles(folder).filter(({ isEdited }) => isEdited);
  const { baseUrl: address, operations, scheduleFilter } = connection.settings;
  const hasSchedules = wanted.kinds.some((one) => pluralOf(one) === "schedules");
  const project = {
    settings,
    copies,
    split: splitBy,
    edited: edited.map(({ path }) => path),
    listed: hasSchedules ? listedWith(scheduleFilter) : undefined,
  };
  const exported = exportedProject(inventory, project, earlier);
  const { report, files, declared: resources, constants } = exported;
  const source = { address, operations, scheduleFilter, wanted: wantedIn(folder, chosen) };
  if (earlier !== undefined && flags.removeUnread !== true) {
    const { scopes } = inventory;
    const options = optionsText(wantedAgain(folder, {}, earlier));
    refuseUnread(flags.out, earlier, options, { source, resources, scopes, gaps: report.gaps });
  }
  const record = { source, project: { ...choices, stack }, resources, constants };
  const merge = await mergeInto(folder, files, flags.keep);
  uninterrupted(() => {
    writeMerged(folder, merge, files);
    writeFileSync(join(folder, recordFile), recordText(record));
    copyPackages(folder, copies);
    details.clear();
  });
  const { conflicts, removed, left } = merge;
  conclude(flags, { ...report, conflicts, removed, left }, [
    `Exported ${countsOf(report)} from ${report.address} to ${folder}.`,
    ...(report.listed === undefined ? [] : [report.listed]),
    ...changesIn(merge, flags.keep),
    ...(earlier === undefined ? [] : objectsChanged(earlier, resources)),
    ...unseenLine(report),
    "README.md has the commands that take the objects over.",
  ]);
}

/** Delays Ctrl-C until all files are written. The next export would refuse a project with only some of them. */
function uninterrupted(write: () => void): void {
  const wait = () => undefined;
  process.on("SIGINT", wait);
  try {
    write();
  } finally {
    process.off("SIGINT", wait);
  }
}

const takeOver = (file: string, { declaredBy, stack }: Flags): string =>
  `Take them over${declaredBy === undefined ? "" : ` in ${declaredBy}`}: pulumi import --file ${file} --generate-code=false --protect=false${stack === undefined ? "" : ` --stack ${stack}`}`;

const settingsFor = (
  { settings }: Connection,
  folder: string,
  { language, provider, stack }: ProjectChoices,
): ProjectSettings => ({
  language,
  provider,
  operations: settings.operations,
  baseUrl: settings.baseUrl,
  stack,
  name: basename(folder).replace(/[^\w.-]+/g, "-") || "reports",
});

function unseenLine({ unseen }: Report): string[] {
  if (unseen.length === 0) return [];
  const objects = unseen.length === 1 ? "1 object" : `${unseen.length} objects`;
  return [
    `The instance does not show some fields of ${objects}. Comments in the program name them.`,
  ];
}

/** Prints the result and the missing parts. Missing parts set the exit code. */
function conclude(
  { json }: Flags,
  result: Record<string, unknown> & { gaps: readonly Gap[] },
  lines: readonly string[],
): void {
  if (result.gaps.length > 0) process.exitCode = 1;
  const missing = result.gaps.map((gap) => `  ${gapLine(gap)}`);
  const text = [...(missing.length === 0 ? [] : ["Missing:", ...missing, ""]), ...lines].join("\n");
  process.stdout.write(`${json === true ? JSON.stringify(result, null, 2) : text}\n`);
}
