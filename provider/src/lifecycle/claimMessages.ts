import { PlatformError } from "../wire/errors";
import type { ClaimMark } from "./claims";

/** What takes so long where another process changes the stack. */
export const waitsForClaim = (owner: ClaimMark | undefined): string =>
  `Pulumi waits before it changes this stack: ${stillWorks(owner)}.`;

export function claimLost(): PlatformError {
  return new PlatformError({
    code: "journal_unusable",
    operation: "continue",
    detail: "another process took over this stack while this one did not respond",
    advice: [{ to: "check", steps: [{ again: "command" }] }],
  });
}

function stillWorks(owner: ClaimMark | undefined): string {
  const [host] = owner?.host.split(" ") ?? [];
  return owner === undefined
    ? "another process is still working on it"
    : `process ${owner.pid} on host ${host} is still working on it`;
}

export function stillClaimed(owner: ClaimMark | undefined): PlatformError {
  const [host] = owner?.host.split(" ") ?? [];
  return new PlatformError({
    code: "journal_unusable",
    operation: "begin to change this stack",
    detail: stillWorks(owner),
    advice: (["wait", "end"] as const).map((process) => ({
      steps: [{ process, pid: owner?.pid, host }, { again: "command" }],
    })),
  });
}
