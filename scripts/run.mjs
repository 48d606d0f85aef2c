import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { clearInterval, setInterval } from "node:timers";
import { execa } from "execa";
import { root } from "./install.mjs";

const running = new Set();
// Each command runs in a process group of its own. A signal from the terminal then reaches the command
// once, through this script, and ending the group ends the command's own children too.
const hasGroups = process.platform !== "win32";

function end(child, signal) {
  try {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The command has already ended.
  }
}

export function endAll(signal = "SIGKILL") {
  for (const child of running) end(child, signal);
}

/**
 * Runs a command to its end. `timeout` limits the whole run. `stall` limits the time in which the folder
 * `watch` does not grow: it ends a download that stands still, not one that is slow.
 */
export async function run(command, args, options = {}) {
  const { cwd = root, env = process.env, stdout, stderr, timeout, watch, stall } = options;
  const child = execa(command, args, {
    ...{ cwd, env, extendEnv: false, detached: hasGroups, cleanup: false },
    ...{ stdin: "ignore", stdout, stderr, all: true },
    ...{ reject: false, stripFinalNewline: false },
  });
  running.add(child);
  let cut;
  const stop = (why) => {
    cut = why;
    end(child, "SIGKILL");
  };
  let [limit, looking] = [undefined, undefined];
  if (timeout !== undefined)
    limit = setTimeout(() => stop(`no end after ${timeout / 1000} s`), timeout);
  if (stall !== undefined) {
    let [size, since] = [-1, Date.now()];
    const look = () => {
      const now = sizeOf(watch);
      if (now !== size) [size, since] = [now, Date.now()];
      else if (Date.now() - since >= stall) stop(`nothing arrived for ${stall / 1000} s`);
    };
    looking = setInterval(look, Math.min(1000, stall / 4));
  }
  const result = await child;
  clearTimeout(limit);
  clearInterval(looking);
  running.delete(child);
  const problem = result.exitCode === undefined ? result.originalMessage : undefined;
  return {
    code: result.exitCode ?? 1,
    out: result.stdout ?? "",
    all: result.all || problem || "",
    isMissing: result.code === "ENOENT",
    cut,
  };
}

function sizeOf(folder) {
  let total = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      total += entry.isDirectory() ? 1 + sizeOf(path) : statSync(path).size;
    }
  } catch {
    // Files can disappear while they are counted.
  }
  return total;
}
