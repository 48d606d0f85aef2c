import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Failure } from "../failure.js";

export interface EngineRun {
  code: number;
  /** The output, without the lines that `take` received. */
  out: string;
  err: string;
}

export interface EngineOptions {
  /** The folder of the project; this folder by default. */
  folder?: string;
  /** The complete environment; by default the environment of this process. */
  environment?: NodeJS.ProcessEnv;
  /** Shows the output to people immediately. */
  shows?: boolean;
  /** Takes each line, which a long output needs. */
  take?: (line: string) => void;
}

/** Runs a command of the engine. The terminal also sends Ctrl-C to the engine, so this waits until the engine has ended. */
export async function runEngine(
  args: readonly string[],
  { folder, environment = process.env, shows = false, take }: EngineOptions = {},
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
  if (take === undefined) listen("out", child.stdout, process.stdout);
  else createInterface({ input: child.stdout }).on("line", take);
  listen("err", child.stderr, process.stderr);
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const ignore = () => undefined;
  process.on("SIGTERM", pass).on("SIGINT", ignore);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once("error", reject).once("close", (status) => resolve(status ?? -1));
    });
    return { code, ...parts };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Failure("This command needs the command pulumi, which is not on the PATH.");
  } finally {
    process.off("SIGTERM", pass).off("SIGINT", ignore);
  }
}

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
