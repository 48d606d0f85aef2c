import { existsSync, mkdirSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { Step } from "../messages/advice";
import { PlatformError } from "../messages/errors";

export const otherFolder: Step = { variable: "PLATFORM_JOURNAL", to: "a folder of your own" };

/**
 * The folder of this provider on this machine. It is outside every project, because no state may contain it. So an
 * empty or relative `PULUMI_HOME` or `HOME` counts as unset.
 */
export function platformHome(): string {
  const { PULUMI_HOME = "" } = process.env;
  if (isAbsolute(PULUMI_HOME)) return join(PULUMI_HOME, "platform");
  const home = isAbsolute(homedir()) ? homedir() : userInfo().homedir;
  if (!isAbsolute(home)) throw noHome();
  return join(home, ".pulumi", "platform");
}

const noHome = (): PlatformError =>
  new PlatformError({
    code: "journal_unusable",
    operation: "find the folder of the journal",
    detail: "neither PULUMI_HOME nor the home of this user is an absolute path",
    advice: [{ steps: [otherFolder, { again: "command" }] }],
  });

/**
 * Creates a folder and its missing parents, and returns the first folder that it created. Node's own `recursive` never
 * returns on a file system without room for new folders, such as `/proc`.
 */
export function makeFolders(path: string): string | undefined {
  const above = dirname(path);
  const first = above === path || existsSync(above) ? undefined : makeFolders(above);
  try {
    mkdirSync(path, { mode: 0o700 });
    return first ?? path;
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return first;
    throw error;
  }
}
