import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";
import { must } from "./folders.mjs";
import { workspaces } from "./version.mjs";

export const license = "LICENSE";

/** npm writes the same bytes for the same files. */
export async function npmPackages(folder) {
  // npm packs a license only from the folder of the package. Git ignores these copies.
  for (const workspace of workspaces)
    copyFileSync(join(root, license), join(root, workspace, license));
  const which = workspaces.flatMap((workspace) => ["--workspace", workspace]);
  const how = ["--ignore-scripts", "--loglevel=error", "--pack-destination", folder];
  await must("npm", ["pack", ...which, ...how]);
}
