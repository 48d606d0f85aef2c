import { isSameInstance } from "pulumi-platform-provider/contract";
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { WantedFlags } from "../inventory/wanted.js";
import { Failure } from "../failure.js";
import type { Connection } from "../instances/connect.js";
import { recordFile, writtenFiles } from "./earlier.js";
import type { ExportRecord, ProjectChoices } from "./earlier.js";

const choosing = ["only", "filter", "datasets", "cards", "groups"] as const;

/** The options that may be a file with one id per line. */
const isFile = (option: string): boolean => option !== "only" && option !== "filter";

/** Refuses an export that would mix objects of two instances, or drop fields that only extended operations show. */
export function refuseOtherSource(
  folder: string,
  { source }: ExportRecord,
  { settings }: Connection,
): void {
  const { baseUrl, operations } = settings;
  if (!isSameInstance(source.address, baseUrl)) {
    throw new Failure(
      `${folder} has the program of ${source.address}, and this export reads ${baseUrl}. Choose another folder. If only the address of the same instance changed, replace it in ${join(folder, recordFile)}.`,
    );
  }
  if (source.operations === "extended" && operations !== "extended") {
    throw new Failure(
      `The earlier export into ${folder} used extended operations. Documented operations show fewer fields, and the program would lose the others. Set operations to extended, or choose another folder.`,
    );
  }
}

/** The options of this export. Missing options are those of the earlier export. */
export function continued(
  folder: string,
  given: Partial<ProjectChoices>,
  earlier: ExportRecord | undefined,
): Omit<ProjectChoices, "stack"> & Pick<Partial<ProjectChoices>, "stack"> {
  const { language = "typescript", provider = "plugin", splitBy = "none" } = given;
  if (earlier === undefined) return { language, provider, splitBy, stack: given.stack };
  const { project } = earlier;
  refuseChange(folder, "--language", project.language, given.language);
  refuseChange(folder, "--provider", project.provider, given.provider);
  // Declarations would move to other files, and lose manual changes.
  if (writtenFiles(folder).some(({ path, isEdited }) => isEdited && path.endsWith(".ts"))) {
    refuseChange(folder, "--split-by", project.splitBy, given.splitBy);
  }
  return {
    ...project,
    splitBy: given.splitBy ?? project.splitBy,
    stack: given.stack ?? project.stack,
  };
}

function refuseChange(folder: string, option: string, earlier: string, given = earlier): void {
  if (given === earlier) return;
  const edited = option === "--split-by" ? ", and you changed its files" : "";
  throw new Failure(
    `The project in ${folder} has ${option} ${earlier}${edited}. Leave out ${option} ${given}, or choose another folder.`,
  );
}

/** The options that select objects; without any, those of the earlier export. */
export function wantedAgain(
  folder: string,
  given: WantedFlags,
  earlier: ExportRecord | undefined,
): WantedFlags {
  if (earlier === undefined || choosing.some((option) => given[option] !== undefined)) return given;
  return translated(earlier.source.wanted, (value) => {
    const path = join(folder, value);
    return value !== "" && existsSync(path) ? relative("", path) : value;
  });
}

/** The options that choose objects, with files as seen from the folder. */
export const wantedIn = (folder: string, flags: WantedFlags): WantedFlags =>
  translated(flags, (value) => (existsSync(value) ? relative(folder, resolve(value)) : value));

function translated(flags: WantedFlags, pathOf: (value: string) => string): WantedFlags {
  const all: WantedFlags = {};
  for (const option of choosing) {
    const value = flags[option];
    if (value !== undefined) all[option] = isFile(option) ? pathOf(value) : value;
  }
  return all;
}

/** The options that choose objects, as on the command line. */
export const optionsText = (flags: WantedFlags): string =>
  choosing
    .flatMap((option) => {
      const value = flags[option];
      if (value === undefined) return [];
      return `--${option} ${/^[\w./,-]+$/.test(value) ? value : JSON.stringify(value)}`;
    })
    .join(" ");
