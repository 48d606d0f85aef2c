import { pluralOf } from "pulumi-platform-provider/contract";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Option, type Command } from "commander";
import { additionTo } from "../export/addition.js";
import { importsOnly, wantedBy } from "../export/declaredBy.js";
import { existingProject, refuseUnsaved } from "../export/existing.js";
import type { ExistingProject } from "../export/existing.js";
import { importCommand, importFile, importText } from "../export/imports.js";
import { packagesFolder, packagesFor } from "../export/packages.js";
import { newProject } from "../export/project.js";
import type { ProjectSettings } from "../export/projectFiles.js";
import { countsOf, listedWith, notInProgramLines } from "../export/report.js";
import type { Report } from "../export/report.js";
import { Failure } from "../failure.js";
import { createFiles, refuseNoFile, refuseUnwritable } from "../files.js";
import type { Connection } from "../instances/connect.js";
import { instancesFile } from "../instances/file.js";
import { connectHere } from "../instances/ofStack.js";
import { gapLine } from "../inventory/inventory.js";
import type { Gap, Inventory } from "../inventory/inventory.js";
import { readInventory } from "../inventory/read.js";
import type { Selection } from "../inventory/read.js";
import { withProgress } from "../output/progress.js";
import { counted } from "../output/texts.js";
import { print, printJson, when } from "../print.js";
import { withWanted } from "./wantedOptions.js";
import { selectionFrom } from "../inventory/wanted.js";
import type { SelectionFlags } from "../inventory/wanted.js";

interface Flags extends SelectionFlags {
  out: string;
  language?: "typescript" | "yaml";
  provider?: "plugin" | "dynamic";
  stack?: string;
  packages?: string;
  importsOnly?: boolean;
  declaredBy?: string;
  json?: boolean;
}

const example = `
Example:
  $ pulumi-platform export dev --out reports --datasets datasets.txt

It only reads the instance. README.md in the folder has the commands that take the objects over.
In a folder that has a project, it writes only what the stack does not manage yet, as a new file.`;

/** Adds `export`, which writes the objects of an instance as a Pulumi project, or adds them to one. */
export function add(program: Command): void {
  const command = program
    .command("export")
    .description(
      "Writes what an instance has as a Pulumi project: a program, an import file, and a report of missing fields and objects. If the project exists, it writes what its stack does not manage yet as a new file.",
    )
    .argument("[instance]", `name in ${instancesFile}; not needed if there is only one`)
    .requiredOption("--out <folder>", "folder of the project");
  withWanted(command)
    .addOption(
      new Option(
        "--language <language>",
        "language of a new program (default: typescript)",
      ).choices(["typescript", "yaml"]),
    )
    .addOption(
      new Option(
        "--provider <provider>",
        "how Pulumi reaches the platform (default: as the stack does, or plugin)",
      ).choices(["plugin", "dynamic"]),
    )
    .option("--stack <name>", "name of the stack (default: the selected one, or the instance)")
    .option(
      "--packages <folder>",
      "for a new project, copy the packages from the folder that npm run pack wrote (default: that of this clone, or the registry)",
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
  refuseUnwritable(flags.out);
  const connection = await connectHere(name, flags.stack);
  if (flags.importsOnly === true) return exportImports(connection, flags);
  const { baseUrl } = connection.settings;
  const existing = await existingProject(flags.out, flags, baseUrl);
  return existing === undefined
    ? exportProject(connection, flags)
    : exportAddition(connection, existing, flags);
}

/** Writes a new project. */
async function exportProject(connection: Connection, flags: Flags): Promise<void> {
  const folder = resolve(flags.out);
  const { language = "typescript", provider = "plugin" } = flags;
  if (language === "yaml" && provider === "dynamic") {
    throw new Failure("The dynamic resources exist only for TypeScript. Use --provider plugin.");
  }
  const settings: ProjectSettings = {
    ...{ language, provider },
    name: basename(folder).replace(/[^\w.-]+/g, "-") || "reports",
    stack: flags.stack ?? (existsSync(instancesFile) ? connection.name : "source"),
    baseUrl: connection.settings.baseUrl,
    operations: connection.settings.operations,
  };
  const wanted = selectionFrom(flags);
  const packages = packagesFor(language, packagesFolder(flags.packages));
  const { inventory, listed } = await read(connection, wanted);
  const { files, report } = newProject(inventory, { settings, packages, listed });
  createFiles(folder, files);
  const copied = packages.flatMap(({ file }) => file ?? []);
  if (copied.length > 0) mkdirSync(join(folder, "packages"), { recursive: true });
  for (const file of copied) {
    const copy = join(folder, "packages", basename(file));
    refuseNoFile(copy);
    copyFileSync(file, copy);
  }
  conclude(flags, report, [
    `Exported ${countsOf(report)} from ${report.address} to ${folder}.`,
    ...remarks(report),
    "README.md has the commands that take the objects over.",
  ]);
}

/** Adds to a project what its stack does not manage yet. */
async function exportAddition(
  connection: Connection,
  existing: ExistingProject,
  flags: Flags,
): Promise<void> {
  const { folder } = existing.project;
  const { inventory, listed } = await read(connection, selectionFrom(flags));
  await refuseUnsaved(existing, connection.settings.baseUrl, inventory.items);
  const { report, files, steps } = additionTo(existing, inventory, listed);
  createFiles(folder, files);
  const paths = Object.keys(files);
  const lines =
    paths.length === 0
      ? [
          `Stack ${existing.stack} manages everything${report.gaps.length > 0 ? " else" : ""} that this export found. Nothing was written.`,
        ]
      : [
          `Exported ${countsOf(report)} from ${report.address} that stack ${existing.stack} does not manage yet.`,
          `Wrote ${paths.join(" and ")} in ${folder}.`,
        ];
  const result = { ...report, files: paths };
  conclude(flags, result, [...lines, ...remarks(report), ...steps]);
}

/** Writes only an import file. */
async function exportImports(connection: Connection, flags: Flags): Promise<void> {
  const { declaredBy, stack } = flags;
  const folder = resolve(flags.out);
  // Only details show which of several duplicates a program means.
  const wanted = { ...selectionFrom(flags), isListOnly: declaredBy === undefined };
  const declared =
    declaredBy === undefined
      ? undefined
      : await wantedBy(declaredBy, { kinds: wanted.kinds, stack });
  const { inventory } = await read(connection, wanted);
  const found = importsOnly(inventory, declared);
  createFiles(folder, { [importFile]: importText(found.imports) });
  const count = counted(found.imports.length, "object");
  const file = join(folder, importFile);
  const where = declaredBy === undefined ? "" : ` in ${declaredBy}`;
  const command = importCommand(file) + (stack === undefined ? "" : ` --stack ${stack}`);
  const isEmpty = found.imports.length === 0;
  const next = isEmpty ? "Nothing to take over." : `Take them over${where}: ${command}`;
  conclude(flags, found, [`Wrote ${count} to ${file}.`, next]);
}

interface Reading {
  inventory: Inventory;
  /** What was listed and what is left out, in words. */
  listed?: string;
}

async function read(connection: Connection, wanted: Selection): Promise<Reading> {
  const all = { ...wanted, withImplied: true };
  const { items, ...rest } = await withProgress((progress) =>
    readInventory(connection, all, progress),
  );
  const exported = items.filter(({ isImplied }) => isImplied !== true);
  const hasSchedules = wanted.kinds.some((one) => pluralOf(one) === "schedules");
  const implied = items.length - exported.length;
  const words = [
    ...(hasSchedules ? [listedWith(connection.settings.scheduleFilter)] : []),
    ...when(
      implied > 0,
      `Left out: the members of ${counted(implied, "group")}, which have only their creator.`,
    ),
  ];
  const listed = words.length === 0 ? {} : { listed: words.join(" ") };
  return { inventory: { ...rest, items: exported }, ...listed };
}

function remarks(report: Report): string[] {
  const { listed, unseen } = report;
  const notShown = unseen.filter(({ fields }) => fields.length > 0);
  const beyond = notInProgramLines(report);
  return [
    ...(listed === undefined ? [] : [listed]),
    ...when(
      notShown.length > 0,
      `The instance does not show some fields of ${counted(notShown.length, "object")}. Comments in the program name them.`,
    ),
    ...when(
      beyond.length > 0,
      ...[
        "",
        "Not in the program, because no argument holds it. A copy of these objects lacks it:",
      ],
      ...beyond.map((line) => `  ${line}`),
      "",
    ),
  ];
}

/** Prints the result and the missing parts. Missing parts set the exit code. */
function conclude(
  { json }: Flags,
  result: { gaps: readonly Gap[] },
  lines: readonly string[],
): void {
  if (result.gaps.length > 0) process.exitCode = 1;
  const missing = result.gaps.map((gap) => `  ${gapLine(gap)}`);
  if (json === true) printJson(result);
  else print([...when(missing.length > 0, "Missing:", ...missing, ""), ...lines]);
}
