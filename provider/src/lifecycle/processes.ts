import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";

/** A process as it can be told from a later one with the same id. */
export const processMark = z.object({ pid: z.number(), started: z.string() });
export type ProcessMark = z.infer<typeof processMark>;

let own: ProcessMark | undefined;

export function thisProcess(): ProcessMark {
  return (own ??= { pid: process.pid, started: startOf(process.pid) ?? "" });
}

export function isAlive({ pid, started }: ProcessMark): boolean {
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
