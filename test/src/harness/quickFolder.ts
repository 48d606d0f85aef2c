import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps this folder in memory, where a journal is written, synced and removed without a disk. */
const inMemory = "/dev/shm";

/** A new folder, in memory if there is such a place and nobody asks for another one. */
export const quickFolder = (prefix: string): string =>
  mkdtempSync(
    join(
      process.env.TMPDIR === undefined && existsSync(inMemory) ? inMemory : tmpdir(),
      `pulumi-platform-${prefix}-`,
    ),
  );
