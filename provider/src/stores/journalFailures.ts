import { join, sep } from "node:path";
import type { Advice, FileStep, Step } from "../messages/advice";
import { PlatformError } from "../messages/errors";
import type { ErrorParts } from "../messages/errors";
import { otherFolder } from "../process/platformHome";
import { removalOf } from "./removal";
import { stacksIn } from "./stores";
import type { Place } from "./stores";

const unusable = (failure: Omit<ErrorParts, "code">) =>
  new PlatformError({ code: "journal_unusable", ...failure });

const again: Step = { again: "command" };
const closing = (path: string): Step => ({ run: ["chmod", "700", path] });

export function notOurs(path: string): PlatformError {
  return unusable({
    operation: "use the journal of earlier runs",
    detail: `other users can write to ${path}`,
    advice: [
      { steps: [{ file: "own", path }, closing(path), again] },
      { steps: [otherFolder, again] },
    ],
  });
}

export const isLinkOfOthers = (path: string): PlatformError =>
  unusable({
    operation: "use the journal of earlier runs",
    detail: `${path} is a link of another user`,
    advice: [{ steps: [otherFolder, again] }],
  });

export const notAFile = (path: string): PlatformError =>
  unusable({
    operation: "read the journal of earlier runs",
    detail: `${path} is not a file`,
    advice: [{ steps: [{ file: "moveAway", path }, again] }, { steps: [otherFolder, again] }],
  });

/** Journal files in another folder than the one that this process uses. */
interface LeftBehind {
  names: readonly string[];
  /** The folder of the files. */
  before: string;
  /** The folder that this process uses. */
  path: string;
  /** Whether other users can write to the chosen folder now. The earlier runs found the opposite. */
  isWritableByOthers: boolean;
  isOwner: boolean;
}

export function leftBehind(left: LeftBehind): PlatformError {
  const { names, before, path, isWritableByOthers: isShared, isOwner } = left;
  const files = names.length === 1 ? "1 file" : `${names.length} files`;
  const because = !isShared
    ? "only you can write to that folder"
    : isOwner
      ? `other users can write to ${before}`
      : `${before} belongs to another user`;
  const own: Step[] = isOwner ? [] : [{ file: "own", path: before }];
  const made: Step[] = isShared ? [{ run: ["mkdir", "-p", "-m", "700", path] }] : [];
  const moved = stacksIn(names).map((stack) => `${join(before, stack)}*`);
  return unusable({
    operation: "use the journal of earlier runs",
    detail: `${files} of earlier runs ${names.length === 1 ? "is" : "are"} in ${before}, but this run uses ${path}, because ${because}`,
    note: "Without them, this run would repeat requests and e-mails.",
    advice: [
      isShared
        ? { to: "closeFolder", steps: [...own, closing(before), again] }
        : { to: "shareFolder", steps: [{ file: "share", path }, again] },
      { to: "moveFiles", steps: [...made, { run: ["mv", ...moved, join(path, sep)] }, again] },
    ],
  });
}

/** Whether the engine stores nothing before the run ends. */
export const skipsCheckpoints = () => /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? "");

/** The repair for each error code that does not come from the permissions of the folder. */
const remedies: Partial<Record<string, FileStep["file"]>> = {
  ENOSPC: "makeRoom",
  EDQUOT: "makeRoom",
  ENOTDIR: "rename",
  EEXIST: "rename",
  EROFS: "mount",
};

/**
 * Turns an error of the file system into a failure of the journal. Errors of writes do not name the file, so `path`
 * does.
 */
export function unusableFolder(cause: unknown, path = ""): unknown {
  if (cause instanceof PlatformError) return cause;
  const { message, code = "", path: named = path } = cause as NodeJS.ErrnoException;
  const isOnly = skipsCheckpoints();
  const ways: Step[] = [{ file: remedies[code] ?? "open", path: named }, otherFolder];
  if (isOnly) ways.push({ variable: "PULUMI_SKIP_CHECKPOINTS" });
  return unusable({
    operation: "use the journal, which keeps a killed run from being repeated",
    detail: message.includes(path) ? message : `${message} '${path}'`,
    note: isOnly
      ? "Without checkpoints, a run changes nothing unless it has a journal."
      : undefined,
    advice: ways.map((step): Advice[number] => ({ steps: [step, again] })),
    cause,
  });
}

const otherStore: Step = { variable: "PLATFORM_JOURNAL", to: "another folder or address" };

/** Turns an error of a store that runners share into a failure of the journal. */
export function unusableStore(cause: unknown, address: string): PlatformError {
  const { message, name, code } = cause as NodeJS.ErrnoException;
  // An error about several addresses of a host has only a code.
  const why = message || code || name;
  const { hostname, port, searchParams } = new URL(address);
  const host = searchParams.get("endpoint") ?? (port === "" ? hostname : `${hostname}:${port}`);
  return unusable({
    operation: "use the journal, which keeps a killed run from being repeated",
    detail: `${address}: ${why}`,
    note: "Without its journal, a run changes nothing.",
    advice: [{ steps: [{ check: ["reach"], host }, again] }, { steps: [otherStore, again] }],
    cause,
  });
}

export const wrongAddress = (problem: string): PlatformError =>
  unusable({
    operation: "use the journal",
    detail: `its address ${problem}`,
    advice: [{ steps: [otherStore, again] }],
  });

export const notMoved = (address: string, why: string): PlatformError =>
  unusable({
    operation: "move the journal",
    detail: `${address} cannot take the entries, because ${why}`,
    note: "Nothing was lost: an entry leaves its journal only after the other journal has shown it.",
    advice: [{ steps: [otherStore, again] }],
  });

/** A client that only some journals need is not installed. */
export const missingPackage = (name: string, address: string, cause: unknown): PlatformError =>
  unusable({
    operation: "use the journal, which keeps a killed run from being repeated",
    detail: `the journal ${address} needs the package ${name}, which cannot be loaded`,
    advice: [{ steps: [{ run: ["npm", "install", name] }, again] }],
    cause,
  });

export const noConditions = (address: string): PlatformError =>
  unusable({
    operation: "use the journal, which keeps a killed run from being repeated",
    detail: `the service of ${address} ignores the conditions If-None-Match and If-Match of a write, so two runs would overwrite each other's entries`,
    advice: [{ steps: [otherStore, again] }],
  });

/** What happens after a person deletes a damaged line. */
export const repeatsRequest =
  "it repeats that request. To repeat no e-mail, set platform:mail to muted for that run";

export function damaged(place: Place): PlatformError {
  const isLine = "path" in place;
  const mend: Step = isLine
    ? { file: "deleteLine", path: place.path, line: place.lineNumber }
    : { run: removalOf(place) };
  return unusable({
    operation: "read the journal of earlier runs",
    detail: isLine
      ? `line ${place.lineNumber} of ${place.path} is damaged`
      : `the entry ${place.name} in ${place.address} is damaged`,
    note: `This ${isLine ? "file" : "entry"} tells whether the platform carried out the requests of an earlier run.`,
    advice: [{ steps: [{ check: ["instance"] }, mend, again], note: `Then ${repeatsRequest}.` }],
  });
}

/** Another process that works on the stack; undefined if its lock does not name it. */
type LockHolder = { hostname: string; pid: number } | undefined;

function stillWorks(owner: LockHolder): string {
  const known = owner && `process ${owner.pid} on host ${owner.hostname}`;
  return `${known ?? "another process"} is still working on it`;
}

export const waitsForLock = (owner: LockHolder): string =>
  `Pulumi waits before it changes this stack: ${stillWorks(owner)}. A process of a killed run ends by itself, at the latest when its requests are answered.`;

export const stillLocked = (owner: LockHolder): PlatformError =>
  unusable({
    operation: "begin to change this stack",
    detail: stillWorks(owner),
    advice: (["wait", "end"] as const).map((process) => ({
      steps: [{ process, pid: owner?.pid, host: owner?.hostname }, again],
    })),
  });

export const lockLost = (): PlatformError =>
  unusable({
    operation: "continue",
    detail: "another process took over this stack while this one did not respond",
    advice: [{ to: "check", steps: [again] }],
  });
