import { closeSync, constants, openSync, writeSync } from "node:fs";
import { isAbsolute } from "node:path";

/** With `O_NONBLOCK`, a pipe that nobody reads fails at once. Windows lacks it, and such pipes. */
const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
const flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;

/**
 * Appends a line to a file that a tool reads. Without a line, it only creates the file. Each line is one write,
 * because several processes append. The write is synchronous, because a kill can end a process at any time.
 */
export function appendLine(file: string, line?: object): void {
  if (!isAbsolute(file)) throw new Error("it is not an absolute path");
  const opened = openSync(file, flags, 0o600);
  try {
    if (line !== undefined) writeSync(opened, `${JSON.stringify(line)}\n`);
  } finally {
    closeSync(opened);
  }
}
