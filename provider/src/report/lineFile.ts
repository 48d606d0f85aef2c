import { appendFileSync } from "node:fs";
import { isAbsolute } from "node:path";

/**
 * Appends a line to a file that a tool reads. Without a line, it only creates the file. Each line is one write,
 * because several processes append. The write is synchronous, because a kill can end a process at any time.
 */
export function appendLine(file: string, line?: object): void {
  if (!isAbsolute(file)) throw new Error("it is not an absolute path");
  appendFileSync(file, line === undefined ? "" : `${JSON.stringify(line)}\n`, { mode: 0o600 });
}
