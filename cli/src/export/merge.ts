import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "../failure.js";
import { constantsFile } from "../program/typescript.js";
import { textOf, writtenCopy, writtenFiles } from "./earlier.js";
import { constantsIn, haveSameMeaning, tokensOf } from "./sameMeaning.js";
import type { ConstantTexts } from "./sameMeaning.js";

/** Which lines to keep if both sides changed the same lines. */
export type ConflictWinner = "program" | "instance";

interface Merged {
  path: string;
  text: string;
  change: "new" | "changed" | "unchanged" | "edited";
}

/** Lines of a file that changed both in the program and on the instance. */
export interface Conflict {
  path: string;
  /** Where they are, or would be, in the merged file. */
  line: number;
  program: readonly string[];
  instance: readonly string[];
}

export interface Merge {
  files: Merged[];
  conflicts: Conflict[];
  /** Files that no export writes any more. */
  removed: string[];
  /** The same, but somebody changed them. */
  left: string[];
}

/**
 * Merges an export into the files of a folder. Changes of the instance since the last export are added, and manual
 * changes stay. If both changed the same lines, `keep` decides; without it, nothing is written.
 */
export async function mergeInto(
  folder: string,
  files: Readonly<Record<string, string>>,
  keep: ConflictWinner | undefined,
): Promise<Merge> {
  // An ES module.
  const { diff3Merge } = await import("node-diff3");
  const conflicts: Conflict[] = [];
  const constants = constantsOfBoth(folder, files);
  const merged = Object.entries(files).map(([path, text]): Merged => {
    const current = textOf(join(folder, path));
    if (current === undefined) return { path, text, change: "new" };
    if (current === text) return { path, text, change: "unchanged" };
    const before = textOf(writtenCopy(folder, path));
    if (before === undefined) {
      throw new Failure(
        `${join(folder, path)} exists, but no earlier export wrote it. Choose another folder, or move the file away.`,
      );
    }
    if (before === text) return { path, text: current, change: "edited" };
    if (before === current) return { path, text, change: "changed" };
    let joined = "";
    const take = (lines: readonly string[]) => (joined += lines.join(""));
    // Lines are compared only where parts differ: in a large file, thousands of lines are equal.
    for (const { ok, conflict } of diff3Merge(...each(partsOf, [current, before, text]))) {
      if (conflict === undefined) {
        take(ok ?? []);
        continue;
      }
      const regions = [conflict.a, conflict.o, conflict.b].map((parts) => parts.join(""));
      for (const one of diff3Merge(...each(linesOf, regions))) {
        if (one.conflict === undefined) {
          take(one.ok ?? []);
          continue;
        }
        const { a: program, b: instance } = one.conflict;
        if (path.endsWith(".ts")) {
          const [ours, theirs] = [program.join(""), instance.join("")];
          if (tokensOf(ours) === tokensOf(theirs)) {
            take(program);
            continue;
          }
          // Only the lines of the instance use the constants that it still has.
          if (constants !== undefined && haveSameMeaning(ours, theirs, ...constants)) {
            take(instance);
            continue;
          }
        }
        conflicts.push({ path, line: linesOf(joined).length + 1, program, instance });
        take(keep === "instance" ? instance : program);
      }
    }
    return { path, text: joined, change: joined === current ? "edited" : "changed" };
  });
  if (conflicts.length > 0 && keep === undefined) throw unresolved(conflicts);
  // A stack without its settings would e-mail people: it is no longer muted.
  const isSettings = (path: string) => /^Pulumi\..+\.yaml$/.test(path);
  const gone = writtenFiles(folder).filter(({ path }) => !(path in files) && !isSettings(path));
  const paths = (isEdited: boolean) =>
    gone.filter((one) => one.isEdited === isEdited).map(({ path }) => path);
  return { files: merged, conflicts, removed: paths(false), left: paths(true) };
}

/** The constants of the program and of the instance; undefined if somebody changed the constants of the program. */
function constantsOfBoth(
  folder: string,
  files: Readonly<Record<string, string>>,
): [ConstantTexts, ConstantTexts] | undefined {
  const [current = "", before = ""] = [
    join(folder, constantsFile),
    writtenCopy(folder, constantsFile),
  ].map(textOf);
  return current === before
    ? [constantsIn(current), constantsIn(files[constantsFile] ?? "")]
    : undefined;
}

/** A file as its declarations, with their line ends. */
const partsOf = (text: string): string[] => text.split(/(?<=\n\n)|(?=^ {2}\S+:$)/m);
const linesOf = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== "");

const each = (
  split: (text: string) => string[],
  [current = "", before = "", text = ""]: readonly string[],
): [string[], string[], string[]] => [split(current), split(before), split(text)];

/** Writes the files, and what the next export compares them with. */
export function writeMerged(
  folder: string,
  { files: merged, removed }: Merge,
  files: Readonly<Record<string, string>>,
): void {
  for (const { path, text, change } of merged) {
    if (change === "new" || change === "changed") write(join(folder, path), text);
  }
  for (const [path, text] of Object.entries(files)) write(writtenCopy(folder, path), text);
  for (const path of removed) {
    for (const file of [join(folder, path), writtenCopy(folder, path)]) remove(file);
  }
}

/** The changes of the files, as lines. */
export function changesIn(
  { files, conflicts, removed, left }: Merge,
  keep: ConflictWinner | undefined,
): string[] {
  const changed = files.filter(({ change }) => change === "new" || change === "changed");
  const lines = [`${changed.length} of ${files.length} files are new or changed.`];
  if (removed.length > 0)
    lines.push(`Removed, because the export no longer writes them: ${removed.join(", ")}.`);
  if (left.length > 0) {
    lines.push(
      `The export no longer writes these files, but you changed them, so they stay: ${left.join(", ")}. Delete them if you do not need them.`,
    );
  }
  if (conflicts.length > 0) {
    lines.push(
      `The same lines changed in the program (-) and on the instance (+). The lines of the ${keep} stayed:`,
      "",
      conflictText(conflicts),
      "",
    );
  }
  return lines;
}

const unresolved = (conflicts: readonly Conflict[]): Failure =>
  new Failure(
    `The same lines changed in the program (-) and on the instance (+), so nothing was written:

${conflictText(conflicts)}

Run the command again with one of these options:
  --keep program    keeps these lines as they are in the program
  --keep instance   changes these lines to what the instance has
All other changes of both are merged.
If you have applied your change with pulumi up, use --keep program. Then pulumi preview --refresh shows what else differs.`,
  );

const conflictText = (conflicts: readonly Conflict[]): string =>
  conflicts
    .map(({ path, line, program, instance }) =>
      [
        `${path}, line ${line}:`,
        ...program.map((one) => `- ${one.trimEnd()}`),
        ...instance.map((one) => `+ ${one.trimEnd()}`),
      ].join("\n"),
    )
    .join("\n\n");

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Removes a file, and its folder if nothing else is there. */
function remove(path: string): void {
  rmSync(path, { force: true });
  const folder = dirname(path);
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
