import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fullNameOf } from "./project.js";
import { engineText } from "./run.js";

/** The content of the engine's lock file. */
interface Lock {
  pid?: number;
  username?: string;
  hostname?: string;
  timestamp?: string;
}

/**
 * The holders of the lock of a stack, a sentence for each. Undefined if the backend is not a folder, because only a
 * write would show them.
 */
export async function engineLockHolders(stack: string): Promise<string[] | undefined> {
  // If the engine cannot find its backend, the next command reports it.
  const backend = await backendFolder().catch(() => undefined);
  if (backend === undefined) return undefined;
  const { organization, project, stack: name } = fullNameOf(stack);
  const folder = join(backend, ".pulumi", "locks", organization, project, name);
  const files = existsSync(folder) ? readdirSync(folder).filter((one) => /\.json$/.test(one)) : [];
  return files.map((file) => {
    const { username, hostname, pid, timestamp } = readLock(join(folder, file));
    const who = pid === undefined ? "A run" : `Process ${pid} of ${username} on ${hostname}`;
    const since = timestamp === undefined ? "" : ` since ${timestamp}`;
    return `${who} holds the lock of stack ${stack}${since}`;
  });
}

/** The instruction for a locked stack. */
export const unlocking = (stack: string): string =>
  `Wait until that run ends. If it died: pulumi cancel --stack ${stack}`;

function readLock(file: string): Lock {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Lock;
  } catch {
    // The engine removed it a moment ago, or a kill cut it off.
    return {};
  }
}

/** The folder of the backend; undefined if the backend is no folder. */
export async function backendFolder(): Promise<string | undefined> {
  const { url } = JSON.parse(await engineText(["whoami", "--json"])) as { url?: string };
  if (url?.startsWith("file://") !== true) return undefined;
  const path = url.slice("file://".length);
  if (path.startsWith("~")) return join(homedir(), path.slice(1));
  return path.startsWith("/") ? fileURLToPath(url.replace(/\?.*$/, "")) : path;
}
