import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename } from "node:path";

/** A process as it can be told from every other: those of other hosts, and a later one with the same id. */
export interface ProcessMark {
  host: string;
  pid: number;
  started: string;
}

let own: ProcessMark | undefined;

export function thisProcess(): ProcessMark {
  return (own ??= {
    host: `${hostname()} ${hostIdentity()}`,
    pid: process.pid,
    started: startOf(process.pid) ?? "",
  });
}

/** What has to be the same for an id of a process to mean the same process: the boot and the container. */
function hostIdentity(): string {
  if (process.platform !== "linux") return process.platform;
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    // Without proof no other process is on the same host: the heartbeat decides.
    return randomUUID();
  }
}

/** Whether a process of this host lives. */
export function isAlive({ pid, started }: Omit<ProcessMark, "host">): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return started === "" || startOf(pid) === started;
}

const startOf = (pid: number) => look(pid)?.started;

/**
 * The engine that started this process, perhaps by way of a shell or a language host; undefined where the
 * system does not tell.
 */
export function engineOfThisProcess(): Omit<ProcessMark, "host"> | undefined {
  let pid = process.ppid;
  for (let steps = 0; steps < mostSteps && pid > 0; steps++) {
    const found = look(pid);
    if (found?.name === "pulumi") return { pid, started: found.started };
    pid = found?.parent ?? 0;
  }
  return undefined;
}

const mostSteps = 5;

let ownEngine: string | undefined;

/** Names the engine of this process; where the system does not tell it, by the address that the engine passed. */
export function thisEngine(): string {
  return (ownEngine ??= nameOfEngine());
}

function nameOfEngine(): string {
  const engine = engineOfThisProcess();
  if (engine !== undefined) return `${engine.pid} ${engine.started}`;
  const address = process.argv[2] ?? "";
  const { pid, started } = thisProcess();
  return engineAddress.test(address) ? address : `${pid} ${started}`;
}

/** What the engine passes to its plugins as their first argument. */
export const engineAddress = /^\[?([\w.:]+?)\]?:(\d+)$/;

/** A process as the system tells of it: its start in the words of the system. */
function look(pid: number): { name: string; parent: number; started: string } | undefined {
  try {
    if (process.platform === "linux") {
      // The name, which may hold anything, ends with the last bracket; the start is the 22nd field.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, name = "", fields = ""] = /^\d+ \((.*)\)\s(.*)$/s.exec(stat) ?? [];
      const [state, parent, ...rest] = fields.split(" ");
      // A zombie has ended: only its parent has not asked yet.
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
