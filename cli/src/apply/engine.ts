import { spawn } from "node:child_process";
import { Failure } from "../failure.js";

export interface EngineRun {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs a command of the engine. With `shows`, people see at once what it prints. Ctrl-C reaches the engine by
 * itself, and it ends in order, so this waits for it.
 */
export async function runEngine(
  args: readonly string[],
  { shows = false, environment = {} }: { shows?: boolean; environment?: NodeJS.ProcessEnv } = {},
): Promise<EngineRun> {
  const child = spawn("pulumi", [...args, "--non-interactive"], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    if (shows) process.stdout.write(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
    if (shows) process.stderr.write(chunk);
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const ignore = () => undefined;
  process.on("SIGTERM", pass).on("SIGINT", ignore);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once("error", reject).once("close", (status) => resolve(status ?? -1));
    });
    return { code, out, err };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Failure("This command needs pulumi, which is not on the PATH.");
  } finally {
    process.off("SIGTERM", pass).off("SIGINT", ignore);
  }
}

/** What a command of the engine prints; fails with its words. */
export async function engineText(
  args: readonly string[],
  environment?: NodeJS.ProcessEnv,
): Promise<string> {
  const { code, out, err } = await runEngine(args, { environment });
  if (code === 0) return out;
  const said = (err || out).trim().replace(/^error: /gm, "");
  throw new Failure(`pulumi ${args.join(" ")} failed: ${said}`);
}
