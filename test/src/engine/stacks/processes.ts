import { execFileSync } from "node:child_process";

/** The processes of this machine, each with the ids of those that started it. */
export function processes(): { pid: number; command: string; ancestors: number[] }[] {
  const rows = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((row) => row !== null)
    .map(([, pid, parent, command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      command: command ?? "",
    }));
  const parents = new Map(rows.map(({ pid, parent }) => [pid, parent]));
  const ancestorsOf = (pid: number): number[] => {
    const parent = parents.get(pid);
    return parent === undefined || parent === 0 ? [] : [parent, ...ancestorsOf(parent)];
  };
  return rows.map(({ pid, command }) => ({ pid, command, ancestors: ancestorsOf(pid) }));
}
