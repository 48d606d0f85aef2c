import { chmodSync, createWriteStream, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { zipSync } from "fflate";
import { create } from "tar";

// The date that npm writes into its packages, so that the same files make the same archive.
export const written = new Date("1985-10-26T08:15:00.000Z");
const [plain, executable] = [0o644, 0o755];

/** Archives the files of a folder. Those with an executable bit keep it; everything else is the same on each machine. */
export async function tarGz(archive, folder, executables = []) {
  const paths = pathsIn(folder);
  for (const path of paths)
    chmodSync(join(folder, path), executables.includes(path) ? executable : plain);
  const same = { portable: true, noPax: true, mtime: written };
  await pipeline(create({ cwd: folder, gzip: true, ...same }, paths), createWriteStream(archive));
}

/** The same as a zip, which wheels and Go modules are. */
export function zip(archive, folder) {
  const files = pathsIn(folder).map((path) => [path, readFileSync(join(folder, path))]);
  // A zip has no time zone: fflate writes the local time.
  const local = new Date(written.getTime() + written.getTimezoneOffset() * 60_000);
  const options = { mtime: local, os: 3, attrs: plain << 16 };
  writeFileSync(archive, zipSync(Object.fromEntries(files), options));
}

/** The files below a folder, in one order, with slashes. */
export function pathsIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}
