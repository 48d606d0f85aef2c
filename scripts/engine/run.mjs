import { clearInterval, setInterval } from "node:timers";
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { windows } from "./places.mjs";

const kept = 64 * 1024;
const running = new Set();

/** Ends a child with everything that it started in turn. */
function end(child) {
  try {
    if (windows) child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It was gone already.
  }
}

export function endAll() {
  for (const child of running) end(child);
}

/**
 * Runs a command to its end. `timeout` bounds it as a whole; `stall` bounds the time in which the
 * folder `watch` does not grow, so that a slow download may go on and a dead one may not.
 */
export function run(command, args, { cwd, env, timeout, watch, stall, shell = false } = {}) {
  return new Promise((resolve) => {
    // A group of its own, so that a script's children can be ended with it.
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      detached: !windows,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let [out, all, cut] = ["", "", undefined];
    child.stdout.on("data", (data) => (out = (out + data).slice(-kept)));
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => (all = (all + data).slice(-kept)));

    const stop = (why) => {
      cut = why;
      end(child);
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
    const finish = (result) => {
      clearTimeout(limit);
      clearInterval(looking);
      running.delete(child);
      resolve({ out, all, cut, missing: false, ...result });
    };
    child.on("error", (error) =>
      finish({ code: 1, missing: error.code === "ENOENT", all: error.message }),
    );
    child.on("close", (code) => finish({ code: code ?? 1 }));
  });
}

function sizeOf(folder) {
  let total = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      total += entry.isDirectory() ? 1 + sizeOf(path) : statSync(path).size;
    }
  } catch {
    // Files come and go while we look.
  }
  return total;
}
