import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const path = process.env.PATH;

/** Writes a `pulumi` of this script into a folder, and gives the PATH that finds it before the real one. */
export function fakeEngine(folder: string, script: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "pulumi"), script.startsWith("#!") ? script : `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, "pulumi"), 0o755);
  return `${bin}${delimiter}${path}`;
}
