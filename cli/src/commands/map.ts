import { isSameInstance, pluralOf } from "pulumi-platform-provider/contract";
import type { Command } from "commander";
import { openProject } from "../stack/project.js";
import { readBoth } from "../compare/readBoth.js";
import { openSides } from "../compare/sides.js";
import type { Side } from "../compare/sides.js";
import { settingsPath, stackSettings } from "../stack/stackSettings.js";
import { Failure } from "../failure.js";
import { fileExists, replaceFile } from "../files.js";
import { gapLine, isNamedLike } from "../inventory/inventory.js";
import { IdTable, readIdFile } from "../ids/idTable.js";
import { ownKind } from "../ids/usedIds.js";
import { readable } from "../inventory/read.js";
import { connect } from "../instances/connect.js";
import type { Item } from "../inventory/inventory.js";
import { existenceOf } from "../map/existence.js";
import { fileOf, linesOf, mapIds, usesOf } from "../map/idMapping.js";
import { writeStackIds } from "../map/writeStackIds.js";
import { withProgress } from "../output/progress.js";
import { print, printJson, when } from "../print.js";
import { withSides } from "./wantedOptions.js";
import { selectionFrom } from "../inventory/wanted.js";
import type { SelectionFlags } from "../inventory/wanted.js";

interface Flags extends SelectionFlags {
  out: string;
  sameIds?: boolean;
  stack?: string;
  json?: boolean;
}

const example = `
Examples:
  $ pulumi-platform map dev prod --out map.prod.json
  $ pulumi-platform map prod restored --same-ids --out map.restored.json

It only reads the instances. Ids that are in the file stay. Exit code 0: all ids are known. 1: some are open. 2: failed.`;

/** Adds `map`, which finds the ids of one instance that correspond to those of another. */
export function add(program: Command): void {
  withSides(program.command("map"))
    .description(
      "Writes which ids of <b> correspond to the ids of <a> that a program contains: of pages, views, users and groups, as far as objects with the same title or name tell.",
    )
    .requiredOption("--out <file>", "file to write; ids that it has stay")
    .option(
      "--same-ids",
      "the ids are the same on both, as on an instance restored from a copy; each is looked for on <b>",
    )
    .option("--stack <name>", "also write the ids into Pulumi.<name>.yaml, for a YAML program")
    .option("--json", "print the result as JSON")
    .addHelpText("after", example)
    .action(run);
}

/** Refuses a stack of another instance, because ids belong to one instance. */
function mustBeOn(stack: string, { name, address }: Side): void {
  const { "platform:baseUrl": baseUrl } = stackSettings(stack);
  if (typeof baseUrl !== "string" || isSameInstance(baseUrl, address)) return;
  throw new Failure(
    `${settingsPath(stack)} is for ${baseUrl}, and the ids are those of ${name} (${address}). Nothing was written. Name the stack of ${name}.`,
  );
}

/** Looks for the ids of the chosen objects on the second side. A stack has no calls, only its objects. */
const existsOn = ({ name, isStack }: Side, chosen: readonly Item[], items: readonly Item[]) =>
  existenceOf(usesOf(chosen), items, isStack ? undefined : connect(name));

async function run(nameA: string, nameB: string, flags: Flags): Promise<void> {
  const wanted = selectionFrom(flags);
  const stack =
    flags.stack === undefined ? undefined : { project: openProject().name, name: flags.stack };
  const sides = await openSides(nameA, nameB);
  if (stack !== undefined) mustBeOn(stack.name, sides[1]);
  const given = fileExists(flags.out) ? readIdFile(flags.out, ...sides) : new IdTable(flags.out);
  // Objects that the program does not declare can also show ids.
  const all = { kinds: readable, ids: wanted.ids };
  const read = await withProgress((progress) =>
    readBoth(sides, all, given, progress, flags.sameIds),
  );
  const chosen = read.a.items.filter(
    ({ resource, inputs }) =>
      wanted.kinds.includes(resource) && isNamedLike(resource, inputs, wanted.filter),
  );
  const exists =
    flags.sameIds === true ? await existsOn(sides[1], chosen, read.b.items) : undefined;
  const mapping = mapIds(read, chosen, given, exists);
  replaceFile(flags.out, fileOf(mapping, ...sides));
  const settings = stack && writeStackIds(stack.project, stack.name, mapping);
  if (mapping.open.length > 0) process.exitCode = 1;
  // Gaps of other types count only if these types could have shown an open id.
  const passed = readable.filter(
    (one) => !wanted.kinds.includes(one) && !mapping.open.some(({ kind }) => kind === ownKind(one)),
  );
  const passedNames = passed.map(pluralOf);
  const gaps = sides.flatMap(({ name }, at) =>
    (at === 0 ? read.a : read.b).gaps
      .filter(({ of }) => !passedNames.includes(of))
      .map((gap) => `${name}: ${gapLine(gap)}`),
  );
  const shared = given.shared();
  const { open, kept, created, unchecked } = mapping;
  if (flags.json === true) printJson({ open, kept, created, unchecked, gaps });
  else
    print([
      ...linesOf(mapping, flags.out),
      ...(shared === undefined ? [] : ["", shared]),
      ...(settings === undefined ? [] : ["", `${settings} has the known ids.`]),
      ...when(
        settings !== undefined && open.length > 0,
        "The preview of a YAML program fails until all ids are known.",
      ),
      ...when(gaps.length > 0, "", "Not read:", ...gaps.map((gap) => `  ${gap}`)),
    ]);
}
