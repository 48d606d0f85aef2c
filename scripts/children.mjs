import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import process from "node:process";
import { setInterval } from "node:timers";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The end of a script that is told to a person as it stands, with the exit code that goes with it. */
export class Failure extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

const running = new Set();
/** The terminal and npm both pass on one Ctrl-C; what comes later than this is a second one. */
const sameSignalMs = 1000;
/** Pulumi finishes the calls in flight before it ends. */
const graceMs = 30_000;
let stopped;

/** Runs `main`, ends its children with it on a signal, and turns a Failure into a line and an exit code. */
export async function runScript(name, main) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
  watchShell();
  // The reader of a pipe has gone: there is nobody left to work for.
  process.stdout.on("error", () => stop("SIGTERM"));
  try {
    process.exitCode = await main();
  } catch (error) {
    const told = error instanceof Failure ? error : new Failure(error.stack);
    process.exitCode = told.code;
    process.stderr.write(`\n${name}: ${told.message}\n`);
  }
}

/** Between npm and us is a shell that passes no signal on, but dies of it. */
function watchShell() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || stop("SIGTERM"), 500).unref();
}

/** Ends what runs, so that the next step is not begun. */
export function stop(signal) {
  if (stopped === undefined) {
    stopped = { signal, at: Date.now() };
    for (const child of running) end(child, "SIGINT");
    setTimeout(() => running.forEach((child) => end(child, "SIGKILL")), graceMs).unref();
  } else if (Date.now() - stopped.at > sameSignalMs) {
    for (const child of running) end(child, "SIGKILL");
  }
}

export function failIfStopped() {
  if (stopped === undefined) return;
  const code = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[stopped.signal];
  throw new Failure("stopped", code);
}

// A group of its own: a signal from the terminal reaches a child once, through us, and its children too.
const groups = process.platform !== "win32";

function end(child, signal) {
  try {
    if (groups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended by itself.
  }
}

/** Runs a command to its end. Output is shown, or with `quiet` (`stdout`, `all`) returned as `text`. */
export async function run(command, args, { env = process.env, quiet = "nothing" } = {}) {
  failIfStopped();
  const child = spawn(command, args, {
    cwd: root,
    env,
    detached: groups,
    stdio: [
      "ignore",
      quiet === "nothing" ? "inherit" : "pipe",
      quiet === "all" ? "pipe" : "inherit",
    ],
  });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  try {
    const code = await new Promise((resolve, reject) => {
      child.on("error", (error) => reject(new Failure(`cannot run ${command}: ${error.message}`)));
      child.on("close", (code) => resolve(code ?? 1));
    });
    failIfStopped();
    return { code, text };
  } finally {
    running.delete(child);
  }
}
