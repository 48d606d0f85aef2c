import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { backendFolder } from "../recover/stateFile.js";
import type { Context } from "./context.js";
import type { Group } from "./group.js";

/** What the engine writes into the file of a lock. */
interface Lock {
  pid?: number;
  username?: string;
  hostname?: string;
  timestamp?: string;
}

/** Who holds the lock of the stack. Only a backend in a folder shows that without a write. */
export async function examineLocks(
  { stack = "", project = "" }: Context,
  group: Group,
): Promise<void> {
  // An engine that cannot say where its backend is has told so in another check.
  const backend = await backendFolder().catch(() => undefined);
  if (backend === undefined) {
    group.fact("lock", "not shown by this backend. `pulumi up` names the holder");
    return;
  }
  const [name = "", of = project] = stack.split("/").reverse();
  const folder = join(backend, ".pulumi", "locks", "organization", of, name);
  const files = existsSync(folder) ? readdirSync(folder).filter((one) => /\.json$/.test(one)) : [];
  for (const file of files) {
    const { username, hostname, pid, timestamp } = readLock(join(folder, file));
    const who = pid === undefined ? "A run" : `Process ${pid} of ${username} on ${hostname}`;
    group.find(
      `${who} holds the lock of stack ${stack}${timestamp === undefined ? "" : ` since ${timestamp}`}`,
      "No other run of this stack can begin",
      `Wait until that run ends. If it died: pulumi cancel --stack ${stack}`,
    );
  }
  if (files.length === 0) group.fact("lock", "free");
}

function readLock(file: string): Lock {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Lock;
  } catch {
    // The engine removed it a moment ago, or a kill cut it off.
    return {};
  }
}
