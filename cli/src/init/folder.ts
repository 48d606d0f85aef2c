import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Failure } from "../failure.js";
import type { PackageCopy } from "./packages.js";

const named = 5;

/** The absolute path of a folder that is empty or does not exist. A Git repository may be there. */
export function emptyFolder(given: string): string {
  const folder = resolve(given);
  const found = entriesOf(folder).filter((name) => name !== ".git");
  if (found.length === 0) return folder;
  const more = found.length > named ? ` and ${found.length - named} more` : "";
  throw new Failure(
    `${folder} is not empty. It contains ${found.slice(0, named).join(", ")}${more}. Choose another folder.`,
  );
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") throw new Failure(`${folder} is not a folder.`);
    throw new Failure(`Cannot read ${folder}: ${message}.`);
  }
}

/** Writes everything and returns the paths, sorted. */
export function writeProject(
  folder: string,
  files: Record<string, string>,
  copies: readonly PackageCopy[],
): string[] {
  const copied = copies.map(({ file, from }) => [join("packages", file), from] as const);
  const write = (path: string, how: (target: string) => void) => {
    const target = join(folder, path);
    try {
      mkdirSync(dirname(target), { recursive: true });
      how(target);
    } catch (error) {
      throw new Failure(`Cannot write ${target}: ${(error as Error).message}.`);
    }
  };
  for (const [path, text] of Object.entries(files)) {
    write(path, (target) => writeFileSync(target, text));
  }
  for (const [path, from] of copied) write(path, (target) => copyFileSync(from, target));
  return [...Object.keys(files), ...copied.map(([path]) => path)].sort();
}
