import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const size = "32m";
const chunk = Buffer.alloc(64 * 1024);

let isPossible: boolean | undefined;
/** Whether a disk of a few megabytes can be mounted, for which one has to be root. */
export const canMount = (): boolean => (isPossible ??= tryMount());

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-disk-"));
  try {
    mountAt(folder);
    execFileSync("umount", [folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const mountAt = (folder: string) =>
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], {
    stdio: "ignore",
  });

/** A folder that becomes a disk of its own when it has to be full for the first time. */
export class SmallDisk {
  #isMounted = false;

  constructor(readonly folder: string) {}

  setFull(isFull: boolean): void {
    const filling = join(this.folder, "filling");
    if (!isFull) {
      rmSync(filling, { force: true });
      return;
    }
    this.mount();
    try {
      for (;;) appendFileSync(filling, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
    // What is left of the last block.
    try {
      for (;;) appendFileSync(filling, "x".repeat(64));
    } catch {
      // Full to the last byte.
    }
  }

  /** Makes the folder a disk of its own, before anybody writes there. */
  mount(): void {
    if (this.#isMounted) return;
    const kept = mkdtempSync(join(tmpdir(), "pulumi-platform-kept-"));
    cpSync(this.folder, kept, { recursive: true });
    mountAt(this.folder);
    this.#isMounted = true;
    cpSync(kept, this.folder, { recursive: true });
    rmSync(kept, { recursive: true });
  }

  close(): void {
    if (this.#isMounted) execFileSync("umount", ["--lazy", this.folder], { stdio: "ignore" });
  }
}
