import { PlatformError } from "../wire/errors";

/** Another process that works on the stack. */
interface LockHolder {
  hostname: string;
  pid: number;
}

/** The line that announces the wait for another process. */
export const waitsForLock = (owner: LockHolder | undefined): string =>
  `Pulumi waits before it changes this stack: ${stillWorks(owner)}.`;

export function lockLost(): PlatformError {
  return new PlatformError({
    code: "journal_unusable",
    operation: "continue",
    detail: "another process took over this stack while this one did not respond",
    advice: [{ to: "check", steps: [{ again: "command" }] }],
  });
}

function stillWorks(owner: LockHolder | undefined): string {
  return owner === undefined
    ? "another process is still working on it"
    : `process ${owner.pid} on host ${owner.hostname} is still working on it`;
}

export function stillLocked(owner: LockHolder | undefined): PlatformError {
  return new PlatformError({
    code: "journal_unusable",
    operation: "begin to change this stack",
    detail: stillWorks(owner),
    advice: (["wait", "end"] as const).map((process) => ({
      steps: [{ process, pid: owner?.pid, host: owner?.hostname }, { again: "command" }],
    })),
  });
}

/** The failure of new operations in a process that is about to end. */
export function stopping(): PlatformError {
  return new PlatformError({
    code: "interrupted",
    operation: "start this operation",
    detail: "Pulumi is stopping this run, and no call was made",
    advice: [{ steps: [{ again: "command" }] }],
  });
}
