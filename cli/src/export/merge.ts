import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "../failure.js";

/** Where an export keeps its files as it wrote them, to tell later what a person changed. */
export const keptFolder = ".export";

export interface Merged {
  path: string;
  text: string;
  change: "new" | "changed" | "unchanged" | "edited";
}

/**
 * What the files of a folder become: changes of the instance since the last export go into the files, and what a
 * person changed stays. Where both changed the same lines, nothing is written.
 */
export async function mergeInto(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<Merged[]> {
  // An ES module.
  const { diff3Merge } = await import("node-diff3");
  const conflicts: string[] = [];
  const merged = Object.entries(files).map(([path, text]): Merged => {
    const current = textOf(join(folder, path));
    if (current === undefined) return { path, text, change: "new" };
    if (current === text) return { path, text, change: "unchanged" };
    const before = textOf(join(folder, keptFolder, path));
    if (before === undefined) {
      throw new Failure(
        `${join(folder, path)} exists, but no earlier export wrote it. Choose another folder, or move the file away.`,
      );
    }
    if (before === text) return { path, text: current, change: "edited" };
    const parts = diff3Merge(current.split("\n"), before.split("\n"), text.split("\n"));
    for (const { conflict } of parts) {
      if (conflict === undefined) continue;
      const { a, b } = conflict;
      const lines = [...a.map((line) => `- ${line}`), ...b.map((line) => `+ ${line}`)];
      conflicts.push(`${path}:\n${lines.join("\n")}`);
    }
    const joined = parts.flatMap(({ ok }) => ok ?? []).join("\n");
    return { path, text: joined, change: "changed" };
  });
  if (conflicts.length === 0) return merged;
  throw new Failure(
    `The same lines changed in the program (-) and on the instance (+), so nothing was written:\n\n${conflicts.join("\n\n")}\n\nMake these lines in the program like one of the two, then export again.`,
  );
}

/** Writes the files, and what the next export compares them with. */
export function writeMerged(
  folder: string,
  merged: readonly Merged[],
  files: Readonly<Record<string, string>>,
): void {
  for (const { path, text, change } of merged) {
    if (change === "new" || change === "changed") write(join(folder, path), text);
  }
  for (const [path, text] of Object.entries(files)) write(join(folder, keptFolder, path), text);
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
