import { z } from "zod";
import { identityFrom } from "../state/identity";
import { entryKinds } from "./entries";
import { Journal } from "./journal";
import { fileEnd, JournalFiles } from "./journalFiles";
import { JournalFolder } from "./journalFolder";
import { StackLock } from "./stackLock";
import type { LockOwner } from "./stackLock";

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
const noted = z.union([...Object.values(entryKinds), z.null()]);

/** The phases of an entry before the platform answers. */
const underWay: string[] = ["sending", "deleting"];

/** Reads the journal in a folder, or in the home of this user, and changes nothing. */
export function journalLeftOvers(chosen?: string): LeftOvers {
  const folder = new JournalFolder(chosen);
  const { path: inUse, isShared } = folder;
  const found: LeftOvers = { folder: inUse, isShared, entries: [], damaged: [], locks: [] };
  const prefixOf = (name: string) => name.slice(0, name.indexOf("-") + 1);
  for (const prefix of new Set(folder.list("", fileEnd).map(prefixOf))) {
    const files = new JournalFiles(folder, prefix);
    files.refresh();
    for (const [, { path, damaged }] of files.all())
      found.damaged.push(...damaged.map(({ lineNumber }) => ({ path, lineNumber })));
    for (const { entry: written, path, lineNumber } of files.latestOfAll()) {
      const { success, data: entry } = noted.safeParse(written);
      if (!success) found.damaged.push({ path, lineNumber });
      else if (entry !== null) {
        const isAnswered = !underWay.includes(entry.phase);
        found.entries.push({ sentAt: entry.sentAt, isAnswered, prefix });
      }
    }
  }
  for (const { name, owner, hasEnded } of new StackLock(folder, "").locksOfOthers())
    found.locks.push({ path: folder.file(name), owner, hasEnded });
  return found;
}

/** A stack, by its full name. */
export interface StackName {
  organization: string;
  project: string;
  stack: string;
}

const openJournal = (settings: { baseUrl: string; journal?: string }): Journal =>
  new Journal({ writeDeadlineSeconds: 0, textDeadlineSeconds: 0, journal: undefined, ...settings });

/** The prefixes of the file names of a stack in the journal of an instance. */
export function journalPrefixes(
  { organization, project, stack }: StackName,
  settings: { baseUrl: string; journal?: string },
): string[] {
  const journal = openJournal(settings);
  // The dynamic resources know the organization. The plugin knows only the URN.
  return [
    [organization, project, stack],
    [`urn:pulumi:${stack}`, project],
  ].map((names) => journal.prefixOf(identityFrom(names, [])));
}

/** The processes that change the objects of a stack on an instance now, according to its journal. */
export function lockHolders(
  name: StackName,
  settings: { baseUrl: string; journal?: string },
): (LockOwner | undefined)[] {
  const { folder } = openJournal(settings);
  return journalPrefixes(name, settings)
    .flatMap((prefix) => new StackLock(folder, prefix).liveLocksOfOthers())
    .map(({ owner }) => owner);
}
