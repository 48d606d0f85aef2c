import { readdirSync, readFileSync } from "node:fs";

const everyMs = 50;
const plugin = /bin\/pulumi-resource-platform|plugin\/start\.cjs/;

/** What the processes of the plugin used. */
export interface Peak {
  mib: number;
  /** How long they could have run while other processes had the processors. */
  delayedSeconds: number;
}

/** Watches the plugins of the commands whose environment has this text. The kernel keeps the peak of each process. */
export function watchPlugin(environment: string): { stop: () => Peak } {
  let mib = 0;
  const delayed = new Map<string, number>();
  const known = new Map<string, boolean>();
  const look = () => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      if (!plugin.test(read(pid, "cmdline"))) continue;
      const isOurs = known.get(pid) ?? read(pid, "environ").includes(environment);
      known.set(pid, isOurs);
      if (!isOurs) continue;
      const [, kib = "0"] = /^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status")) ?? [];
      mib = Math.max(mib, Math.round(Number(kib) / 1024));
      const [, nanoseconds = "0"] = read(pid, "schedstat").split(" ");
      delayed.set(pid, Math.max(delayed.get(pid) ?? 0, Number(nanoseconds) / 1e9));
    }
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      const delayedSeconds = Math.max(0, ...delayed.values());
      return { mib, delayedSeconds };
    },
  };
}

/** A file of a process; empty when the process is gone. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
