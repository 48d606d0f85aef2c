import { join, sep } from "node:path";
import { shellWord } from "../definition/commands";
import { PlatformError } from "../wire/errors";

const otherFolder = "set PLATFORM_JOURNAL to a folder of your own";

export function notOurs(path: string): PlatformError {
  return new PlatformError({
    code: "journal_unusable",
    operation: "use the journal of earlier runs",
    detail: `other users can write to ${path}`,
    hint: `Make yourself the owner of that folder and run \`chmod 700 ${path}\`, or ${otherFolder}.`,
  });
}

/** Files of the journal that are not where this process looks for them. */
export interface LeftBehind {
  names: readonly string[];
  /** Where they are. */
  before: string;
  /** Where this process looks. */
  path: string;
  /** Whether others can write to the chosen folder now; before, it was the other way round. */
  isShared: boolean;
  isOwner: boolean;
}

export function leftBehind(left: LeftBehind): PlatformError {
  const { names, before, path, isShared, isOwner } = left;
  const files = names.length === 1 ? "1 file" : `${names.length} files`;
  const because = !isShared
    ? "only you can write to that folder"
    : isOwner
      ? `other users can write to ${before}`
      : `${before} belongs to another user`;
  const close = `${isOwner ? "" : "make yourself its owner and "}run \`chmod 700 ${shellWord(before)}\``;
  const back = isShared
    ? `To make ${before} private again, ${close}`
    : `To share ${path} again, let the other users write to it`;
  return new PlatformError({
    code: "journal_unusable",
    operation: "use the journal of earlier runs",
    detail: `${files} of earlier runs ${names.length === 1 ? "is" : "are"} in ${before}, but this run uses ${path}, because ${because}`,
    hint: `Without them, this run would repeat requests and e-mails. 1. ${back}. 2. To keep the folder as it is, move the files: \`${moving(left)}\`. Then run the command again.`,
  });
}

/** The command that moves the files to where this process looks. */
function moving({ names, before, path, isShared }: LeftBehind): string {
  const stacks = [...new Set(names.map((name) => name.slice(0, name.indexOf("-") + 1)))];
  const files = stacks.map((stack) => `${shellWord(join(before, stack))}*`).join(" ");
  const make = isShared ? `mkdir -p -m 700 ${shellWord(path)} && ` : "";
  return `${make}mv ${files} ${shellWord(join(path, sep))}`;
}

/** Whether the engine stores nothing before the run ends. */
export const skipsCheckpoints = () => /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? "");

/** What helps where the folder itself may be in order. */
const remedies: Partial<Record<string, string>> = {
  ENOSPC: "Make room on the disk of that folder",
  EDQUOT: "Make room on the disk of that folder",
  ENOTDIR: "A part of that path is a file, not a folder. Rename that file",
  EEXIST: "That path is a file, not a folder. Rename that file",
  EROFS: "Mount the disk of that folder so that you can write to it",
};

/** A failure of the journal, whatever the system says of its folder; of a write, it does not name the file. */
export function unusableFolder(cause: unknown, path = ""): unknown {
  if (cause instanceof PlatformError) return cause;
  const { message, code = "" } = cause as NodeJS.ErrnoException;
  const isOnly = skipsCheckpoints();
  const why = isOnly ? "Without checkpoints, a run changes nothing unless it has a journal. " : "";
  const checkpoints = isOnly ? ", or unset PULUMI_SKIP_CHECKPOINTS" : "";
  const remedy = remedies[code] ?? "Make that folder readable and writable";
  return new PlatformError({
    code: "journal_unusable",
    operation: "use the journal, which keeps a killed run from being repeated",
    detail: message.includes(path) ? message : `${message} '${path}'`,
    hint: `${why}${remedy}, or ${otherFolder}${checkpoints}. Then run the command again.`,
    cause,
  });
}

/** What follows for a person who deletes a damaged line. */
export const repeatsRequest =
  "it repeats that request. To repeat no e-mail, set platform:mail to muted for that run";

export const damaged = (path: string, lineNumber: number): PlatformError =>
  new PlatformError({
    code: "journal_unusable",
    operation: "read the journal of earlier runs",
    detail: `line ${lineNumber} of ${path} is damaged`,
    hint: `This file tells whether the platform carried out the requests of an earlier run. Check the instance, delete that line, then run the command again: ${repeatsRequest}.`,
  });
