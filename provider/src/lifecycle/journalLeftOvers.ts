import { Claim } from "./claims";
import type { ClaimMark } from "./claims";
import { JournalFile } from "./journalFile";
import type { JournalLine } from "./journalFile";
import { JournalFolder } from "./journalFolder";
import { fileEnd } from "./stackJournal";

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
  claims: { owner?: ClaimMark; path: string; hasEnded: boolean }[];
}

interface Noted {
  phase?: unknown;
  sentAt?: number;
}

/** What an entry says before the answer of the platform. */
const underWay: unknown[] = ["sending", "deleting"];

/** Looks at the journal in a folder, or in the home of this user, and changes nothing. */
export function journalLeftOvers(chosen?: string): LeftOvers {
  const folder = new JournalFolder(chosen);
  const latest = new Map<string, { prefix: string; line: JournalLine }>();
  const damaged: LeftOvers["damaged"] = [];
  for (const name of folder.list("").filter((one) => one.endsWith(fileEnd))) {
    const file = new JournalFile(folder.file(name));
    file.update();
    const { path } = file;
    damaged.push(...file.damagedLines.map((lineNumber) => ({ path, lineNumber })));
    // The name begins with the stack.
    const prefix = name.slice(0, name.indexOf("-") + 1);
    for (const line of file.lines.values()) {
      const key = `${prefix} ${line.key}`;
      if (line.n >= (latest.get(key)?.line.n ?? 0)) latest.set(key, { prefix, line });
    }
  }
  const never = { taken: async () => undefined, released: () => undefined };
  const claims = new Claim(folder, "", never).seen();
  return {
    folder: folder.path,
    isShared: folder.isShared,
    entries: [...latest.values()].flatMap(({ prefix, line }) => {
      const entry = line.entry as Noted | null;
      if (entry === null) return [];
      return [{ sentAt: entry.sentAt, isAnswered: !underWay.includes(entry.phase), prefix }];
    }),
    damaged,
    claims: claims.map(({ name, owner, hasEnded }) => ({
      path: folder.file(name),
      owner,
      hasEnded,
    })),
  };
}
