import { z } from "zod";
import { StackLock } from "./stackLock";
import type { LockOwner } from "./stackLock";
import { asked, deleted } from "./deletions";
import { journalEntry } from "./journal";
import { fileEnd, JournalFiles } from "./journalFiles";
import { JournalFolder } from "./journalFolder";

/** The entries and locks of all stacks in a journal. */
interface LeftOvers {
  folder: string;
  /** Whether other users can write to the chosen folder. `folder` is then the subfolder of this user. */
  isShared: boolean;
  /**
   * The requests that a later run may need. Most are answered, and the next run finds their results in the state.
   * `prefix` identifies the stack: see `journalPrefixes`.
   */
  entries: { sentAt?: number; isAnswered: boolean; prefix: string }[];
  /** Unreadable lines. */
  damaged: { path: string; lineNumber: number }[];
  locks: { owner?: LockOwner; path: string; hasEnded: boolean }[];
}

/** Any entry; null for a removed one. */
const noted = z.union([journalEntry, asked, deleted, z.null()]);

/** The phases of an entry before the platform answers. */
const underWay: string[] = ["sending", "deleting"];

/** Reads the journal in a folder, or in the home of this user, and changes nothing. */
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
    for (const { entry: found, path, lineNumber } of files.latestOfAll()) {
      const { success, data: entry } = noted.safeParse(found);
      if (!success) damaged.push({ path, lineNumber });
      else if (entry !== null) {
        entries.push({ sentAt: entry.sentAt, isAnswered: !underWay.includes(entry.phase), prefix });
      }
    }
  }
  const locks = new StackLock(folder, "").locksOfOthers();
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

/** The prefixes of the file names of all stacks. */
const stacksIn = (folder: JournalFolder): Set<string> =>
  new Set(
    folder
      .list("")
      .filter((name) => name.endsWith(fileEnd) && name.includes("-"))
      .map((name) => name.slice(0, name.indexOf("-") + 1)),
  );
