import { execFileSync } from "node:child_process";

/**
 * What a command begins with that runs as on a machine of its own. Its processes neither see nor can be told from those of
 * another machine, and all of them end with it.
 */
export const separately = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"] as const;

/** Whether this machine can do that. */
export function canSeparateMachines(): boolean {
  const [unshare, ...options] = separately;
  try {
    execFileSync(unshare, [...options, "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
