import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename } from "node:path";

/** Identifies a process among all processes of all hosts, also from a later one with the same id. */
export interface ProcessMark {
  /** Identifies the host, its boot and its container. */
  host: string;
  /** The name that people know the host by. */
  hostname: string;
  pid: number;
  started: string;
  /** The engine of the process. If the system does not show the engine, its address identifies it. */
  engine: string;
}

let own: ProcessMark | undefined;

export function thisProcess(): ProcessMark {
  return (own ??= markOfThisProcess());
}

function markOfThisProcess(): ProcessMark {
  const { pid } = process;
  const started = look(pid)?.started ?? "";
  const found = engineOfThisProcess();
  const address = process.argv[2] ?? "";
  const { pid: engine, started: since } = found ?? { pid, started };
  return {
    ...{ host: `${hostname()} ${hostIdentity()}`, hostname: hostname(), pid, started },
    engine: found === undefined && engineAddress.test(address) ? address : `${engine} ${since}`,
  };
}

/** The boot and the container of this process. A process id is unique only within these. */
function hostIdentity(): string {
  if (process.platform !== "linux") return process.platform;
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    // Without this proof, no process counts as one of the same host, and the heartbeat decides.
    return randomUUID();
  }
}

/** Whether a process of this host lives. */
export function isAlive({ pid, started }: Pick<ProcessMark, "pid" | "started">): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return started === "" || look(pid)?.started === started;
}

/**
 * The engine that started this process, directly or through a shell or a language host. Undefined if the system does
 * not show it.
 */
export function engineOfThisProcess(): Pick<ProcessMark, "pid" | "started"> | undefined {
  let pid = process.ppid;
  for (let steps = 0; steps < maxSteps && pid > 0; steps++) {
    const found = look(pid);
    if (found?.name === "pulumi") return { pid, started: found.started };
    pid = found?.parent ?? 0;
  }
  return undefined;
}

const maxSteps = 5;

/** The address that the engine passes to its plugins as their first argument. */
export const engineAddress = /^\[?([\w.:]+?)\]?:(\d+)$/;

/** The system's data about a process. `started` is in the format of the system. */
function look(pid: number): { name: string; parent: number; started: string } | undefined {
  try {
    if (process.platform === "linux") {
      // The name can contain any character and ends with the last bracket. The start time is the 22nd field.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, name = "", fields = ""] = /^\d+ \((.*)\)\s(.*)$/s.exec(stat) ?? [];
      const [state, parent, ...rest] = fields.split(" ");
      // A zombie has ended. Its parent has not read the exit status yet.
      return state === "Z" ? undefined : { name, parent: Number(parent), started: `${rest[17]}` };
    }
    const columns = ["-o", "ppid=,lstart=,comm=", "-p", String(pid)];
    const line = execFileSync("ps", columns, { encoding: "utf8" }).trim();
    const [, parent, started = "", path = ""] =
      /^(\d+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/.exec(line) ?? [];
    return { name: basename(path), parent: Number(parent), started };
  } catch {
    return undefined;
  }
}
