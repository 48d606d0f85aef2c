import { lstatSync, mkdirSync, readdirSync, statSync, unlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { open, stat, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, sep } from "node:path";
import { PlatformError } from "../wire/errors";

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
    const found = statSync(this.chosen, { throwIfNoEntry: false });
    if (found === undefined || isOurs(found)) return this.chosen;
    const own = join(this.chosen, `user-${process.getuid?.()}`);
    const foundOwn = lstatSync(own, { throwIfNoEntry: false });
    if (foundOwn !== undefined && !isOurs(foundOwn)) throw notOurs(own);
    return own;
  }

  /** The names of the files that begin like this; none where there is no folder yet. */
  list(start: string): string[] {
    try {
      return readdirSync(this.path).filter((name) => name.startsWith(start));
    } catch (cause) {
      if (isMissing(cause)) return [];
      throw unusableFolder(cause);
    }
  }

  /** Makes the folder; the disk knows it before this returns where the system can say so. */
  async make(): Promise<void> {
    const made = mkdirSync(this.path, { recursive: true, mode: 0o700 });
    if (made === undefined && this.#isOnDisk) return;
    // Another process, or what else is kept in the home, may have made the upper folders a moment ago.
    const home = platformHome();
    const isAtHome = this.path.startsWith(join(home, sep));
    const first = isAtHome && home.length < (made ?? this.path).length ? home : (made ?? this.path);
    for (let folder = this.path; folder.length >= first.length; folder = dirname(folder)) {
      await syncFolder(dirname(folder));
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
      const files = this.list("").map((name) => this.file(name));
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

const otherFolder = "set PLATFORM_JOURNAL to a folder of your own";

function notOurs(path: string): PlatformError {
  return new PlatformError({
    code: "journal_unusable",
    operation: "use the journal of earlier runs",
    detail: `other users can write to ${path}`,
    hint: `Make yourself the owner of that folder and run \`chmod 700 ${path}\`, or ${otherFolder}.`,
  });
}

/** Whether the engine stores nothing before the run ends. */
export const skipsCheckpoints = () => /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? "");

/** A failure of the journal, whatever the system says of its folder. */
export function unusableFolder(cause: unknown): unknown {
  if (cause instanceof PlatformError) return cause;
  const isOnly = skipsCheckpoints();
  const why = isOnly ? "Without checkpoints, a run changes nothing unless it has a journal. " : "";
  const checkpoints = isOnly ? ", or unset PULUMI_SKIP_CHECKPOINTS" : "";
  return new PlatformError({
    code: "journal_unusable",
    operation: "use the journal, which keeps a killed run from being repeated",
    detail: (cause as Error).message,
    hint: `${why}Make that folder readable and writable, or ${otherFolder}${checkpoints}. Then run the command again.`,
    cause,
  });
}

export const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";
