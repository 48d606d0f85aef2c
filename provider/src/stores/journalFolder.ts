import { lstatSync, readdirSync, statSync, unlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { open, stat, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { makeFolders, platformHome } from "../process/platformHome";
import { isLinkOfOthers, leftBehind, notAFile, notOurs, unusableFolder } from "./journalFailures";
import { isOld } from "./stores";

/** The folder of the journal. Only its user can read its files. */
export class JournalFolder {
  #isOnDisk = false;
  #isWithoutLinks = false;

  /** `address` is the folder as it was chosen. */
  constructor(readonly address = join(platformHome(), "journal")) {}

  /** The folder itself, or a subfolder of this user if other users can write to the folder. */
  get path(): string {
    if (!this.isShared) return this.address;
    if (!isOurs(lstatSync(this.#own, { throwIfNoEntry: false }))) throw notOurs(this.#own);
    return this.#own;
  }

  /** Whether others can write to the chosen folder. */
  get isShared(): boolean {
    return !isOurs(statSync(this.address, { throwIfNoEntry: false }));
  }

  /**
   * The names of the files with this prefix, or of all journal files for an empty prefix. A missing folder has none.
   * Fails if such files are in the folder of earlier runs, which had other permissions. A run that misses these files
   * would repeat their requests and e-mails.
   */
  list(start: string, end = ""): string[] {
    try {
      this.#refuseLinks();
      const { path } = this;
      const isShared = path !== this.address;
      const before = isShared ? this.address : this.#own;
      const names = earlierFilesIn(before, start);
      if (names.length > 0) {
        const isOwner = statSync(this.address).uid === process.getuid?.();
        throw leftBehind({ names, before, path, isWritableByOthers: isShared, isOwner });
      }
      return filesIn(path, start).filter((name) => name.endsWith(end));
    } catch (cause) {
      if (isMissing(cause)) return [];
      throw unusableFolder(cause);
    }
  }

  get #own(): string {
    return join(this.address, `user-${process.getuid?.()}`);
  }

  /** Creates the folder. It is on the disk when this returns, if the system supports that. */
  async make(): Promise<void> {
    this.#refuseLinks();
    const made = makeFolders(this.path);
    if (made === undefined && this.#isOnDisk) return;
    // Another process may have created the upper folders a moment ago.
    const home = platformHome();
    const isAtHome = this.path.startsWith(join(home, sep));
    const first = isAtHome && home.length < (made ?? this.path).length ? home : (made ?? this.path);
    for (let folder = this.path; folder.length >= first.length; folder = dirname(folder)) {
      await syncFolder(dirname(folder));
      if (folder === dirname(folder)) break;
    }
    this.#isOnDisk = true;
  }

  /** Who has the link of a folder decides which folder it is. */
  #refuseLinks(): void {
    if (this.#isWithoutLinks) return;
    const user = process.getuid?.();
    for (
      let part = this.address;
      user !== undefined && part !== dirname(part);
      part = dirname(part)
    ) {
      const found = lstatSync(part, { throwIfNoEntry: false });
      if (found?.isSymbolicLink() === true && ![user, superuser].includes(found.uid))
        throw isLinkOfOthers(part);
    }
    this.#isWithoutLinks = true;
  }

  file(name: string): string {
    return join(this.path, name);
  }

  remove(name: string): void {
    try {
      unlinkSync(this.file(name));
    } catch (error) {
      if (!isMissing(error)) throw unusableFolder(error);
    }
  }

  /** Removes old files of all stacks, the oldest first. */
  async removeOld(): Promise<void> {
    try {
      const files = filesIn(this.path, "").map((name) => this.file(name));
      const aged = await Promise.all(
        files.map(async (file) => ({ file, changedMs: (await stat(file)).mtimeMs })),
      );
      const old = aged.filter(({ changedMs }) => isOld(changedMs));
      for (const { file } of old.sort((a, b) => a.changedMs - b.changedMs)) await unlink(file);
    } catch {
      // The next run tries again.
    }
  }
}

/** The names of journal files. A folder that a person chose can also contain other files. */
const journalName = /^[0-9a-f]{16}-[\w-]+\.(jsonl|lock)$/;

const filesIn = (folder: string, start: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const { name } = one;
    if (!(start === "" ? journalName.test(name) : name.startsWith(start))) return [];
    // A read of a pipe would wait for ever, and a link leads to files of others.
    if (!one.isFile()) throw notAFile(join(folder, name));
    return [name];
  });

const superuser = 0;

/** The files in a folder that this process does not use; none if it cannot read the folder. */
function earlierFilesIn(folder: string, start: string): string[] {
  try {
    // A look costs less than an exception, and most users have no such folder.
    const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
    return isThere ? filesIn(folder, start) : [];
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(code)) return [];
    throw error;
  }
}

/** Writes the entries of a folder to the disk. Windows has no call for this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, "r");
    await folder.sync();
  } catch (error) {
    ignoreUnsupported(error);
  } finally {
    await folder?.close();
  }
}

/** Some network file systems cannot report that data is on the disk, and some folders cannot be opened. */
export function ignoreUnsupported(error: unknown): void {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (!["EINVAL", "ENOSYS", "ENOTSUP", "EACCES", "EPERM"].includes(code)) throw error;
}

/** Whether only the user of this process can write to a folder. A missing folder will be one of this user. */
function isOurs(found: Stats | undefined): boolean {
  const user = process.getuid?.();
  if (user === undefined || found === undefined) return true;
  return found.isDirectory() && found.uid === user && (found.mode & 0o022) === 0;
}

export const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";
