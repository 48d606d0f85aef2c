import { Option, type Command } from "commander";
import { compareSides, isEqual } from "../diff/comparison.js";
import { readBoth } from "../compare/readBoth.js";
import { Rendering } from "../diff/render.js";
import { haveSameIds, openSides } from "../compare/sides.js";
import { IdTable, readIdFile } from "../ids/idTable.js";
import { findProject } from "../stack/project.js";
import { withProgress } from "../output/progress.js";
import { print, printDocument, printJson, terminalWidth, when } from "../print.js";
import { withSides } from "./wantedOptions.js";
import { selectionFrom } from "../inventory/wanted.js";
import type { SelectionFlags } from "../inventory/wanted.js";

interface Flags extends SelectionFlags {
  map?: string;
  oneWay?: boolean;
  json?: boolean;
  markdown?: boolean;
}

const example = `
Examples:
  $ pulumi-platform diff dev prod --map map.prod.json
  $ pulumi-platform diff stack:prod prod --only schedules

It only reads. Exit code 0: equal, apart from what platform:mail mutes. 1: something differs, or could not be compared. 2: failed.`;

/** Adds `diff`, which compares two instances, or an instance and the state of a stack. */
export function add(program: Command): void {
  withSides(program.command("diff"))
    .description(
      "Compares schedules, groups and their members, shares and certifications of two instances by title and name, or of an instance and the state of a stack.",
    )
    .option(
      "--map <file>",
      "ids of <a> and the ids that correspond to them on <b>, as map writes them",
    )
    .option("--one-way", "ignore objects that only <b> has: does <b> have everything of <a>?")
    .addOption(new Option("--json", "print the result as JSON").conflicts("markdown"))
    .option("--markdown", "print the result as Markdown")
    .addHelpText("after", example)
    .action(run);
}

async function run(nameA: string, nameB: string, flags: Flags): Promise<void> {
  const wanted = selectionFrom(flags);
  const sides = await openSides(nameA, nameB);
  const [a, b] = sides;
  // The ids of one instance need no map, so a map for another pair of sides does no harm.
  const table =
    flags.map === undefined || haveSameIds(a, b)
      ? new IdTable(flags.map ?? "--map")
      : readIdFile(flags.map, a, b);
  const all = { ...wanted, withImplied: true };
  const read = await withProgress((progress) => readBoth(sides, all, table, progress));
  const comparison = compareSides(
    { muted: { a: a.isMuted, b: b.isMuted }, isOneWay: flags.oneWay },
    read,
  );
  const isMutedPerhaps =
    !b.isStack &&
    !b.isMuted &&
    findProject() === undefined &&
    comparison.rows.some((row) => "path" in row && row.path === "schedule.enabled");
  const isUnmapped = comparison.rows.some(({ what }) => what === "unmapped");
  const hints = [
    ...a.notes,
    ...b.notes,
    ...when(
      !a.isStack && !b.isStack && read.hasSameIds,
      `${a.name} and ${b.name} have the same address: this compares an instance with itself.`,
    ),
    ...when(
      isMutedPerhaps,
      `This folder has no Pulumi.yaml, so diff cannot know whether platform:mail mutes ${b.name}. In the folder of its project, diff shows such schedules as "muted".`,
    ),
    ...[table.shared() ?? []].flat(),
    ...when(
      isUnmapped,
      `Ids of ${a.name} mean nothing on ${b.name}. Find their counterparts: pulumi-platform map ${a.name} ${b.name} --out ${flags.map ?? "map.json"}`,
    ),
  ];
  const rendering = new Rendering(a, b, comparison, hints);
  if (flags.json === true) printJson(rendering.json());
  else if (flags.markdown === true) printDocument(rendering.markdown());
  else print(rendering.lines(terminalWidth()));
  if (!isEqual(comparison)) process.exitCode = 1;
}
