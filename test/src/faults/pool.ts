import { tryCase } from "./cases/faultCase";
import type { FaultCase, Result } from "./cases/faultCase";
import type { Environment } from "./workspace";
import { Workspaces } from "./workspaces";

/** Most of a case without processes is waiting: that many are tried at a time. */
export const inProcessJobs = 16;

/** Tries cases, some at a time, each worker with workspaces of its own; it ends early when it is stopped. */
export async function tryAll(
  cases: readonly FaultCase[],
  how: {
    jobs: number;
    closingPreview: boolean;
    /** Kills processes of this process instead of those of the real engine. */
    inProcess?: boolean;
    environment?: Environment;
    stopped?: () => boolean;
  },
  tried: (faultCase: FaultCase, result: Result) => void,
): Promise<void> {
  const { jobs, closingPreview, environment, inProcess, stopped = () => false } = how;
  const waiting = [...cases];
  const work = async () => {
    const workspaces = new Workspaces(environment, inProcess);
    try {
      for (let one = waiting.shift(); one && !stopped(); one = waiting.shift()) {
        const result = await tryCase(await workspaces.for(one), one, { closingPreview });
        // What was stopped in the middle says nothing.
        if (!stopped()) tried(one, result);
      }
    } finally {
      await workspaces.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, work));
}
