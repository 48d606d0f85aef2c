import { appendFileSync } from "node:fs";
import { isAbsolute } from "node:path";

/**
 * Appends a line to a file that a tool reads, or makes the file where there is no line yet. Each line is one write,
 * because several processes append, and it is written before this returns, because any of them can be killed.
 */
export function appendLine(file: string, line?: object): void {
  if (!isAbsolute(file)) throw new Error("it is no absolute path");
  appendFileSync(file, line === undefined ? "" : `${JSON.stringify(line)}\n`, { mode: 0o600 });
}
