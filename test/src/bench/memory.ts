import { readdirSync, readFileSync } from "node:fs";

/** The node processes that the engine starts, and how their command lines tell them. */
const kinds = {
  provider: /\/cmd\/dynamic-provider|pulumi-resource-platform/,
  program: /\/cmd\/run(-\S*)?[/\0]/,
};

export type Kind = keyof typeof kinds;
/** Peak resident memory in bytes; nothing where it cannot be measured. */
export type Peaks = Partial<Record<Kind, number>>;

const everyMs = 200;

/**
 * Watches the peak memory of the processes below this one. The kernel keeps each process's peak, so a few
 * looks a second miss only what it gains in its last moments.
 */
export function watchMemory(): { stop: () => Peaks } {
  const peaks: Peaks = {};
  if (process.platform !== "linux") return { stop: () => peaks };
  // Only what starts from now on is looked at: a look must cost next to nothing.
  const before = new Set(pids());
  const look = () => {
    for (const pid of pids()) {
      if (before.has(pid)) continue;
      const kind = kindOf(pid);
      if (kind === undefined || !isOurs(pid)) continue;
      const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1] ?? 0) * 1024;
      peaks[kind] = Math.max(peaks[kind] ?? 0, peak);
    }
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return peaks;
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
  // The shell that starts the provider names the same script.
  if (!/(^|\/)node$/.test(command)) return undefined;
  const args = `${rest.join("\0")}\0`;
  return (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].test(args));
}

function isOurs(pid: string): boolean {
  for (let at: string | undefined = pid; at !== undefined && at !== "0";) {
    if (at === String(process.pid)) return true;
    at = /^PPid:\s+(\d+)/m.exec(read(at, "status"))?.[1];
  }
  return false;
}
