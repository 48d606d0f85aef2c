import { randomUUID } from "node:crypto";
import { Clock } from "./clock";

/** A process as its machine lists it. */
export interface Listed {
  name: string;
  parent: number;
  started: number;
}

let lastPid = 100_000;

/** A computer on which engines and providers run: its processes, its clock, its disk. */
export class Machine {
  /** Other machines take their processes for no processes of their own. */
  readonly bootId = randomUUID();
  readonly hostname: string;
  readonly processes = new Map<number, Listed>();
  /** What it believes the time to be later than it is. */
  aheadMs = 0;
  /** The folder of a disk on which nothing can be written. */
  fullDisk?: string;

  constructor(
    readonly name = "machine",
    readonly clock = new Clock(),
  ) {
    this.hostname = name;
  }

  now(): number {
    return this.clock.now() + this.aheadMs;
  }

  isFull(path?: unknown): boolean {
    return (
      this.fullDisk !== undefined &&
      (path === undefined || (typeof path === "string" && path.startsWith(this.fullDisk)))
    );
  }

  /** Lists a new process and gives it an id. */
  start(name: string, parent: number): number {
    const pid = ++lastPid;
    this.processes.set(pid, { name, parent, started: pid });
    return pid;
  }

  end(pid: number): void {
    this.processes.delete(pid);
  }
}
