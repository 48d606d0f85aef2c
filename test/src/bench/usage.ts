import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** The processes that are measured, and how their command lines tell them. */
const nodeProcesses = {
  provider: /\/cmd\/dynamic-provider|pulumi-resource-platform|\/start\.cjs/,
  program: /\/cmd\/run(-\S*)?[/\0]/,
};

export const kinds = ["provider", "program", "engine"] as const;
export type Kind = (typeof kinds)[number];

/** What the processes of each kind used together; nothing where it cannot be measured. */
export interface Usage {
  /** Peak resident memory of the largest one. */
  peakBytes: Partial<Record<Kind, number>>;
  cpuSeconds: Partial<Record<Kind, number>>;
}

const everyMs = 100;
/** Linux counts CPU time in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/**
 * Watches the processes below this one. The kernel keeps the peak of the memory of a process and the sum of its CPU
 * time, so a few looks a second miss only what comes in its last moments.
 */
export function watchUsage(): { stop: () => Usage } {
  const usage: Usage = { peakBytes: {}, cpuSeconds: {} };
  if (process.platform !== "linux") return { stop: () => usage };
  // Only what starts from now on is looked at: a look must cost next to nothing.
  const before = new Set(pids());
  const cpu = new Map<string, { kind: Kind; seconds: number }>();
  const look = () => {
    for (const pid of pids()) {
      if (before.has(pid)) continue;
      const kind = kindOf(pid);
      if (kind === undefined || !isOurs(pid)) continue;
      const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1] ?? 0) * 1024;
      usage.peakBytes[kind] = Math.max(usage.peakBytes[kind] ?? 0, peak);
      const seconds = cpuSecondsOf(pid);
      if (seconds !== undefined) cpu.set(pid, { kind, seconds });
    }
  };
  // A command that fails ends the benchmark.
  const timer = setInterval(look, everyMs).unref();
  return {
    stop: () => {
      clearInterval(timer);
      for (const { kind, seconds } of cpu.values()) {
        usage.cpuSeconds[kind] = (usage.cpuSeconds[kind] ?? 0) + seconds;
      }
      return usage;
    },
  };
}

const pids = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

/** A file of a process; empty when the process is gone. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function kindOf(pid: string): Kind | undefined {
  const [command = "", ...rest] = read(pid, "cmdline").split("\0");
  if (basename(command) === "pulumi") return "engine";
  // The shell that starts the provider names the same script.
  if (basename(command) !== "node") return undefined;
  const args = `${rest.join("\0")}\0`;
  const { provider, program } = nodeProcesses;
  return provider.test(args) ? "provider" : program.test(args) ? "program" : undefined;
}

/** The time of a process in its own code and in the kernel: the 14th and 15th field, after a name of any form. */
function cpuSecondsOf(pid: string): number | undefined {
  const fields = read(pid, "stat").replace(/^.*\)/s, "").trim().split(" ");
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return Number.isNaN(user + system) ? undefined : (user + system) / ticksPerSecond;
}

function isOurs(pid: string): boolean {
  for (let at: string | undefined = pid; at !== undefined && at !== "0";) {
    if (at === String(process.pid)) return true;
    at = /^PPid:\s+(\d+)/m.exec(read(at, "status"))?.[1];
  }
  return false;
}
