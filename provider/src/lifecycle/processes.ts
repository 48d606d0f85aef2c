import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

/** A process as it can be told from every other: those of other hosts, and a later one with the same id. */
export const processMark = z.object({ host: z.string(), pid: z.number(), started: z.string() });
export type ProcessMark = z.infer<typeof processMark>;

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

/** When a process started, in the words of the system; undefined where it does not tell. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      // The name, which may hold anything, ends with the last bracket; the start is the 22nd field.
      const [, fields = ""] = /^.*\)\s(.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      const state = fields.split(" ");
      // A zombie has ended: only its parent has not asked yet.
      return state[0] === "Z" ? undefined : state[19];
    }
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
