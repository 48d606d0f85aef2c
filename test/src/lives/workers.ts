import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Requests, WorkerOptions } from "./worker";

/** A request of a worker, and the answer to it. */
export interface Call {
  id: number;
  name: keyof Requests;
  args: unknown[];
}
export interface Answer {
  id: number;
  answer: unknown;
}

/**
 * Lives so many lives at a time. A process lives several, because a life also waits; more processes than cores
 * would only wait for each other.
 */
export async function withWorkers(options: WorkerOptions, requests: Requests): Promise<void> {
  const count = Math.min(options.jobs, availableParallelism());
  const jobsOf = (n: number) => Math.floor((options.jobs + n) / count);
  await Promise.all(
    Array.from({ length: count }, (_, n) => worker({ ...options, jobs: jobsOf(n) }, requests)),
  );
}

/** A worker from its start to its end. */
function worker(options: WorkerOptions, requests: Requests): Promise<void> {
  const child = fork(join(__dirname, "worker.js"), [JSON.stringify(options)], {
    // It knows maps.
    serialization: "advanced",
  });
  child.on("message", ({ id, name, args }: Call) => {
    const answer = (requests[name] as (...args: unknown[]) => unknown)(...args);
    if (child.connected) child.send({ id, answer } satisfies Answer);
  });
  return new Promise((resolve, reject) =>
    child.on("exit", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`a worker ended with ${signal ?? code}`)),
    ),
  );
}
