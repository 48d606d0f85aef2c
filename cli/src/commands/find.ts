import type { Command } from "commander";
import { Failure } from "../failure.js";
import { sightingsInImports } from "../find/imports.js";
import type { Sighting } from "../find/findings.js";
import { Query } from "../find/query.js";
import { readFindings } from "../find/read.js";
import { linesOf } from "../find/render.js";
import { resultOf } from "../find/result.js";
import { findingsInStack } from "../find/stack.js";
import type { StackFindings } from "../find/stack.js";
import { instancesFile } from "../instances/file.js";
import { connectHere } from "../instances/ofStack.js";
import { wholeStack } from "../inventory/inventory.js";
import type { Gap } from "../inventory/inventory.js";
import { idsFrom } from "../inventory/wanted.js";
import { withProgress } from "../output/progress.js";
import { print, printJson, terminalWidth } from "../print.js";
import { chosenStack, findProject } from "../stack/project.js";
import { problemOfPending, readState } from "../stack/state.js";

interface Flags {
  instance?: string;
  stack?: string;
  datasets?: string;
  groups?: string;
  fileset?: string;
  files?: string;
  listsOnly?: boolean;
  json?: boolean;
}

const example = `
Examples:
  $ pulumi-platform find weekly sales
  $ pulumi-platform find ana@example.com 1000002

It only reads. Exit code 0: found. 1: nothing found. 2: failed.`;

/** Adds `find`, which finds ids by names, and everything that reaches a person. */
export function add(program: Command): void {
  program
    .command("find")
    .description(
      "Finds ids by names: of schedules, their pages and views, groups, users, roles and datasets, as far as the instance and the stack show them. For an address, or the id of a user or group: every schedule, share and group that reaches this person.",
    )
    .argument(
      "<words...>",
      "words that a name must all contain, or addresses and ids of one person",
    )
    .option("--instance <name>", `name in ${instancesFile}; not needed if there is only one`)
    .option("--stack <name>", "stack of this project (default: the selected one)")
    .option("--datasets <ids>", "ids of datasets to look at, or a file with one id per line")
    .option("--groups <ids>", "ids of groups to look at, if no call lists them; or a file")
    .option("--fileset <id>", "fileset of the files")
    .option("--files <ids>", "ids of files to look at, or a file with one id per line")
    .option(
      "--lists-only",
      "read only lists: faster, but without the recipients of schedules and the members of groups",
    )
    .option("--json", "print the result as JSON")
    .addHelpText("after", example)
    .action(run);
}

async function run(words: readonly string[], flags: Flags): Promise<void> {
  const query = new Query(words);
  const files = idsFrom(flags.files, "file") ?? [];
  if (files.length > 0 && flags.fileset === undefined) {
    throw new Failure("--files needs --fileset, the id of the fileset that has the files.");
  }
  const connection = await connectHere(flags.instance, flags.stack, "--instance");
  const known = await knownHere(flags.stack, connection.settings.baseUrl);
  const links = known.stack?.links ?? [];
  const idsOf = (wanted: string) =>
    [...known.sightings, ...links.map(({ to }) => to)]
      .filter(({ kind }) => kind === wanted)
      .map(({ id }) => id);
  const wanted = {
    datasets: united(idsFrom(flags.datasets, "dataset"), idsOf("dataset")),
    groups: united(idsFrom(flags.groups, "group"), idsOf("group")),
    files,
    filesetId: flags.fileset,
    isListOnly: flags.listsOnly === true,
  };
  const shown = await withProgress((progress) => readFindings(connection, wanted, progress));
  const all = {
    sightings: [...shown.sightings, ...known.sightings],
    links: [...shown.links, ...links],
    gaps: [...shown.gaps, ...known.gaps],
  };
  const result = resultOf(query, connection, all, known.stack);
  if (result.found.length + result.reaches.length === 0) process.exitCode = 1;
  if (flags.json === true) printJson(result);
  else print(linesOf(result, words, terminalWidth()));
}

interface KnownHere {
  stack?: StackFindings;
  sightings: readonly Sighting[];
  gaps: readonly Gap[];
}

/** What the project of this folder knows. Outside of a project it is nothing; without `--stack`, no stack is needed. */
async function knownHere(given: string | undefined, address: string): Promise<KnownHere> {
  const project = findProject();
  if (given === undefined && project === undefined) return { sightings: [], gaps: [] };
  const imported = project === undefined ? [] : sightingsInImports(project.folder);
  try {
    const name = await chosenStack(given);
    const state = await readState(name);
    const stack = findingsInStack(name, state.deployment, address);
    const pending = problemOfPending(name, state);
    return {
      stack,
      sightings: [...stack.sightings, ...imported],
      gaps: [...stack.gaps, ...(pending ? [{ of: wholeStack, reason: pending }] : [])],
    };
  } catch (error) {
    if (given !== undefined || !(error instanceof Failure)) throw error;
    return { sightings: imported, gaps: [{ of: wholeStack, reason: error.message }] };
  }
}

const united = (one: readonly string[] = [], other: readonly string[] = []): string[] => [
  ...new Set([...one, ...other]),
];
