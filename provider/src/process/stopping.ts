import { setTimeout as sleep } from "node:timers/promises";
import { PlatformError } from "../messages/errors";

/** The failure of new operations in a process that is about to end. */
export const stopping = (): PlatformError =>
  new PlatformError({
    code: "interrupted",
    operation: "start this operation",
    detail: "Pulumi is stopping this run, and no call was made",
    advice: [{ steps: [{ again: "command" }] }],
  });

/** Waits; fails if this process is about to end. */
export const pause = (ms: number, leaving?: AbortSignal, failure = stopping): Promise<void> =>
  sleep(ms, undefined, { signal: leaving }).catch(() => {
    throw failure();
  });
