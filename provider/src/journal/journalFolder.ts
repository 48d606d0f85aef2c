import { existsSync, lstatSync, mkdirSync, readdirSync, statSync, unlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { open, stat, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, sep } from "node:path";
import { leftBehind, notOurs, unusableFolder } from "./journalFailures";

/** What this provider keeps on this machine: outside every project, as no state may hold it. */
export function platformHome(): string {
  return join(process.env.PULUMI_HOME ?? join(homedir(), ".pulumi"), "platform");
}

/** After how many days nobody comes back to what a run left. */
const oldDays = 90;

export const isOld = (sinceMs: number) => Date.now() - sinceMs > oldDays * 86_400_000;

/** The folder of the journal. Its files are open to nobody but their user. */
export class JournalFolder {
  #isOnDisk = false;

  constructor(readonly chosen = join(platformHome(), "journal")) {}

  /** The folder itself, or a part of it for this user where others can write to it. */
  get path(): string {
    if (!this.isShared) return this.chosen;
    const found = lstatSync(this.#own, { throwIfNoEntry: false });
    if (found !== undefined && !isOurs(found)) throw notOurs(this.#own);
    return this.#own;
  }

  /** Whether others can write to the chosen folder. */
  get isShared(): boolean {
    const found = statSync(this.chosen, { throwIfNoEntry: false });
    return found !== undefined && !isOurs(found);
  }

  /**
   * The names of the files that begin like this, or of all files of the journal; none where there is no folder yet.
   * Fails where such files are in the folder that was used before others could write to it, or no longer could:
   * a run that does not see them repeats the requests and e-mails that they tell of.
   */
  list(start: string): string[] {
    try {
      const { path } = this;
      this.#refuseLeftBehind(path, start);
      return filesIn(path, start);
    } catch (cause) {
      if (isMissing(cause)) return [];
      throw unusableFolder(cause);
    }
  }

  get #own(): string {
    return join(this.chosen, `user-${process.getuid?.()}`);
  }

  #refuseLeftBehind(path: string, start: string): void {
    const isShared = path !== this.chosen;
    const before = isShared ? this.chosen : this.#own;
    const names = earlierFilesIn(before, start);
    if (names.length === 0) return;
    const isOwner = statSync(this.chosen).uid === process.getuid?.();
    throw leftBehind({ names, before, path, isShared, isOwner });
  }

  /** Makes the folder; the disk knows it before this returns where the system can say so. */
  async make(): Promise<void> {
    const made = makeFolders(this.path);
    if (made === undefined && this.#isOnDisk) return;
    // Another process, or what else is kept in the home, may have made the upper folders a moment ago.
    const home = platformHome();
    const isAtHome = this.path.startsWith(join(home, sep));
    const first = isAtHome && home.length < (made ?? this.path).length ? home : (made ?? this.path);
    for (let folder = this.path; folder.length >= first.length; folder = dirname(folder)) {
      await syncFolder(dirname(folder));
      if (folder === dirname(folder)) break;
    }
    this.#isOnDisk = true;
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

  /** Removes the files of all stacks that nobody comes back to, the oldest first. */
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

/** How the files of all stacks are named. Other files may be in a folder that a person chose. */
const journalName = /^[0-9a-f]{16}-[\w-]+\.(jsonl|lock)$/;

const filesIn = (folder: string, start: string): string[] =>
  readdirSync(folder).filter((name) =>
    start === "" ? journalName.test(name) : name.startsWith(start),
  );

/** The files in a folder that this process does not use, as far as it can look there. */
function earlierFilesIn(folder: string, start: string): string[] {
  try {
    return filesIn(folder, start);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(code)) return [];
    throw error;
  }
}

/**
 * Makes a folder and the missing ones above it, and returns the first that it made. Node's own `recursive` never
 * returns on a file system that has no place for new folders, such as `/proc`.
 */
export function makeFolders(path: string): string | undefined {
  const above = dirname(path);
  const first = above === path || existsSync(above) ? undefined : makeFolders(above);
  try {
    mkdirSync(path, { mode: 0o700 });
    return first ?? path;
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return first;
    throw error;
  }
}

/** Has the disk know the files of a folder. Windows has no way to ask for that. */
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

/** Some network file systems cannot tell when something is on the disk, and some folders may only be passed. */
export function ignoreUnsupported(error: unknown): void {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (!["EINVAL", "ENOSYS", "ENOTSUP", "EACCES", "EPERM"].includes(code)) throw error;
}

/** Whether nobody but the user of this process can put files into a folder. */
function isOurs(found: Stats): boolean {
  const user = process.getuid?.();
  if (user === undefined || !found.isDirectory()) return user === undefined;
  return found.uid === user && (found.mode & 0o022) === 0;
}

export const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";
