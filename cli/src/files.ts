import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Failure } from "./failure.js";

/** Fails where something that is no file has this name: it could block a read, or lead a write elsewhere. */
export function refuseNoFile(path: string): void {
  if (!hasName(path)) return;
  const target = statSync(path, { throwIfNoEntry: false });
  if (target?.isFile() === true) return;
  const what = target === undefined ? "a link to nothing" : "not a file";
  throw new Failure(`${path} is ${what}. Choose another path.`);
}

/** Whether a file exists. Fails where something else has its name. */
export function fileExists(path: string): boolean {
  refuseNoFile(path);
  return hasName(path);
}

const hasName = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** The text of a file; undefined if there is none. */
export const textIn = (path: string): string | undefined =>
  fileExists(path) ? readFileSync(path, "utf8") : undefined;

/** Fails at once where a folder cannot have new files. Node would try forever to create a folder in `/proc`. */
export function refuseUnwritable(folder: string): void {
  let existing = resolve(folder);
  while (!hasName(existing)) existing = dirname(existing);
  if (statSync(existing, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Failure(`${existing} is not a folder. Choose another folder.`);
  }
  try {
    rmdirSync(mkdtempSync(join(existing, ".pulumi-platform-")));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(`Nothing can be written to ${existing} (${code}). Choose another folder.`);
  }
}

/** Writes new files into a folder. If one of them exists, it writes none. */
export function createFiles(folder: string, files: Readonly<Record<string, string>>): void {
  const paths = Object.keys(files).map((file) => join(folder, file));
  const existing = paths.find(hasName);
  if (existing !== undefined) {
    throw new Failure(`${existing} exists. Choose another folder, or move the file away.`);
  }
  for (const [file, text] of Object.entries(files)) createFile(join(folder, file), text);
}

/** Writes a new file. `mode` says who can read it. */
export function createFile(path: string, text: string | Buffer, mode = 0o666): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode, flag: "wx" });
}

/** Writes a file into a folder that exists, also in the place of an earlier file. */
export const replaceFile = (path: string, text: string, mode = 0o666): void =>
  writeFileSync(path, text, { mode, flag: fileExists(path) ? "w" : "wx" });

/** Works in a folder that nobody else can read, and removes it. */
export async function inPrivateFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
