import { spawn } from "node:child_process";
import { Failure } from "../failure.js";

export interface EngineRun {
  code: number;
  out: string;
  err: string;
}

export interface EngineOptions {
  /** The folder of the project; this folder by default. */
  folder?: string;
  /** The environment; by default the environment of this process. */
  environment?: NodeJS.ProcessEnv;
  /** Shows the output to people immediately. */
  shows?: boolean;
}

const ignore = () => undefined;

/** Runs a command of the engine. The terminal also sends Ctrl-C to the engine, so this waits until the engine has ended. */
export async function runEngine(
  args: readonly string[],
  { folder, environment = process.env, shows = false }: EngineOptions = {},
): Promise<EngineRun> {
  const child = spawn("pulumi", [...args, "--non-interactive"], {
    ...{ cwd: folder, env: environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const parts = { out: "", err: "" };
  const listen = (name: "out" | "err", from: NodeJS.ReadableStream, to: NodeJS.WriteStream) => {
    from.setEncoding("utf8").on("data", (text: string) => {
      parts[name] += text;
      if (shows) to.write(text);
    });
  };
  listen("out", child.stdout, process.stdout);
  listen("err", child.stderr, process.stderr);
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGTERM", pass).on("SIGINT", ignore);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once("error", reject).once("close", (status) => resolve(status ?? -1));
    });
    return { code, ...parts };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw missingEngine();
  } finally {
    process.off("SIGTERM", pass).off("SIGINT", ignore);
  }
}

export const missingEngine = (): Failure =>
  new Failure("This command needs the command pulumi, which is not on the PATH.");

/** A command of the engine that failed. */
export class EngineFailure extends Failure {
  constructor(
    args: readonly string[],
    /** The message of the engine. */
    readonly said: string,
  ) {
    super(`pulumi ${args.join(" ")} failed: ${said}`);
  }
}

/** The output of a command of the engine; fails with its error message. */
export async function engineText(
  args: readonly string[],
  options: EngineOptions = {},
): Promise<string> {
  const { code, out, err } = await runEngine(args, options);
  if (code === 0) return out;
  throw new EngineFailure(args, (err || out).trim().replace(/^error: /gm, ""));
}
