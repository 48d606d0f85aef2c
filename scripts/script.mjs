import process from "node:process";
import { setInterval } from "node:timers";
import { endAll, run as runCommand } from "./run.mjs";

export const print = (line = "") => process.stdout.write(`${line}\n`);

/** Ends a script with a message for its user and an exit code. */
export class Failure extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/** The terminal and npm both pass on one Ctrl-C. A signal after this time is a second Ctrl-C. */
const sameSignalMs = 1000;
/** Pulumi needs this time to finish the calls that it has begun. */
const graceMs = 30_000;
let stopped;

/** Runs `main`, ends its commands on a signal, and turns a Failure into a message and an exit code. */
export async function runScript(name, main) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
  watchShell();
  // The reader of the output has gone, so nobody needs the result.
  process.stdout.on("error", () => stop("SIGTERM"));
  try {
    process.exitCode = await main();
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure(error.stack);
    process.exitCode = failure.code;
    process.stderr.write(`\n${name}: ${failure.message}\n`);
  }
}

/** npm starts scripts in a shell. The shell ends on a signal without passing it on. */
function watchShell() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || stop("SIGTERM"), 500).unref();
}

/** Ends the running command, and prevents the next one. */
export function stop(signal) {
  if (stopped === undefined) {
    stopped = { signal, at: Date.now() };
    endAll("SIGINT");
    setTimeout(endAll, graceMs).unref();
  } else if (Date.now() - stopped.at > sameSignalMs) {
    endAll();
  }
}

export const isStopped = () => stopped !== undefined;

export function failIfStopped() {
  if (stopped === undefined) return;
  const code = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[stopped.signal];
  throw new Failure("stopped", code);
}

/** Output that the user sees as it comes, for `run`. */
export const shown = { stdout: "inherit", stderr: "inherit" };

/** Runs a command as a step of a script: fails if it does not start, or if the script was stopped. */
export async function run(command, args, options) {
  failIfStopped();
  const result = await runCommand(command, args, options);
  failIfStopped();
  if (result.isMissing) throw new Failure(`cannot run ${command}: ${result.all}`);
  return result;
}
