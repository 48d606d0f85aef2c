import { z } from "zod";
import { StackLock } from "./stackLock";
import type { LockOwner } from "./stackLock";
import { asked, deleted } from "./deletions";
import { journalEntry } from "./journal";
import type { JournalLine } from "./journalFile";
import { fileEnd, JournalFiles } from "./journalFiles";
import { JournalFolder } from "./journalFolder";

/** What the runs of all stacks left in a journal, and who works now. */
export interface LeftOvers {
  folder: string;
  /** Whether others can write to the chosen folder, of which `folder` is the part for this user. */
  isShared: boolean;
  /**
   * The requests that a later run may need to know of. Most are answered: the next run sees that the state has them.
   * `prefix` tells the stack: see `journalPrefixes`.
   */
  entries: { sentAt?: number; isAnswered: boolean; prefix: string }[];
  /** Lines that nobody can read. */
  damaged: { path: string; lineNumber: number }[];
  locks: { owner?: LockOwner; path: string; hasEnded: boolean }[];
}

/** What is noted of a key; null where nothing is to be remembered any more. */
const noted = z.union([journalEntry, asked, deleted, z.null()]);

/** What an entry says before the answer of the platform. */
const underWay: string[] = ["sending", "deleting"];

/** Looks at the journal in a folder, or in the home of this user, and changes nothing. */
export function journalLeftOvers(chosen?: string): LeftOvers {
  const folder = new JournalFolder(chosen);
  const entries: LeftOvers["entries"] = [];
  const damaged: LeftOvers["damaged"] = [];
  for (const prefix of stacksIn(folder)) {
    const files = new JournalFiles(folder, prefix);
    files.refresh();
    for (const [, { path, damagedLines }] of files.all()) {
      damaged.push(...damagedLines.map((lineNumber) => ({ path, lineNumber })));
    }
    for (const key of files.keys()) {
      const { entry: found, path, lineNumber } = files.latest(key) as JournalLine;
      const { success, data: entry } = noted.safeParse(found);
      if (!success) damaged.push({ path, lineNumber });
      else if (entry !== null) {
        entries.push({ sentAt: entry.sentAt, isAnswered: !underWay.includes(entry.phase), prefix });
      }
    }
  }
  const never = { taken: async () => undefined, released: () => undefined };
  const locks = new StackLock(folder, "", never).seen();
  return {
    folder: folder.path,
    isShared: folder.isShared,
    entries,
    damaged,
    locks: locks.map(({ name, owner, hasEnded }) => ({
      path: folder.file(name),
      owner,
      hasEnded,
    })),
  };
}

/** What the names of the files of each stack begin with. */
const stacksIn = (folder: JournalFolder): Set<string> =>
  new Set(
    folder
      .list("")
      .filter((name) => name.endsWith(fileEnd) && name.includes("-"))
      .map((name) => name.slice(0, name.indexOf("-") + 1)),
  );
