import fs from "node:fs";

/**
 * Loaded into each provider process before its own code: writes down what is on the disk for certain whenever a
 * sync has completed, before anybody learns that it has. A file is there up to the size that it had when the sync
 * began, and a folder with the entries that it had then.
 */

/** What a completed sync made certain. */
export type Synced =
  | { path: string; file: string; size: number }
  | { path: string; entries: Record<string, string> };

export const recordVariable = "PLATFORM_TEST_SYNCS";
const record = process.env[recordVariable];
/** For how long the disk works on each sync that is awaited. */
export const delayVariable = "PLATFORM_TEST_SYNC_MS";
const delayMs = Number(process.env[delayVariable] ?? 0);

/** Looks at what is synced from now on; returns what writes that down. */
function beginning(fd: number): () => void {
  const path = fs.readlinkSync(`/proc/self/fd/${fd}`);
  const stats = fs.fstatSync(fd);
  const synced: Synced = stats.isDirectory()
    ? { path, entries: entriesOf(path) }
    : { path, file: identityOf(stats), size: stats.size };
  return () => fs.appendFileSync(record ?? "", `${JSON.stringify(synced)}\n`);
}

/** Tells a file from every other, also from a later one that gets its inode. */
export const identityOf = ({ ino, birthtimeMs }: fs.Stats) => `${ino} ${birthtimeMs}`;

/** Which file each entry of a folder is. */
export function entriesOf(folder: string): Record<string, string> {
  const found = fs.readdirSync(folder).flatMap((name) => {
    const stats = fs.lstatSync(`${folder}/${name}`, { throwIfNoEntry: false });
    return stats === undefined ? [] : [[name, identityOf(stats)] as const];
  });
  return Object.fromEntries(found);
}

if (record !== undefined) {
  for (const name of ["fsync", "fdatasync"] as const) {
    const sync = fs[name];
    const replaced = (fd: number, done: fs.NoParamCallback) => {
      const note = beginning(fd);
      sync(fd, (error) => {
        if (error === null) note();
        done(error);
      });
    };
    Object.assign(fs, { [name]: replaced });
  }
  for (const name of ["fsyncSync", "fdatasyncSync"] as const) {
    const sync = fs[name];
    const replaced = (fd: number) => {
      const note = beginning(fd);
      sync(fd);
      note();
    };
    Object.assign(fs, { [name]: replaced });
  }
  const { open } = fs.promises;
  const replaced = async (...args: Parameters<typeof open>) => {
    const handle = await open(...args);
    for (const name of ["sync", "datasync"] as const) {
      const sync = handle[name].bind(handle);
      handle[name] = async () => {
        const note = beginning(handle.fd);
        await sync();
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
        note();
      };
    }
    return handle;
  };
  Object.assign(fs.promises, { open: replaced });
}
