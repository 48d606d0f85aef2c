import { spawn } from "node:child_process";
import { Failure } from "../failure.js";
import { linesIn, passOn } from "../print.js";

interface EngineRun {
  code: number;
  out: string;
  err: string;
}

export interface EngineOptions {
  /** The folder of the project; this folder by default. */
  folder?: string;
  /** Variables beside those of this process. */
  variables?: NodeJS.ProcessEnv;
  /** Shows the output to people immediately. */
  shows?: boolean;
}

const ignore = () => undefined;

/** Runs a command of the engine. */
export async function runEngine(
  args: readonly string[],
  { folder, variables, shows = false }: EngineOptions = {},
): Promise<EngineRun> {
  const child = spawn("pulumi", [...args, "--non-interactive"], {
    ...{ cwd: folder, env: { ...process.env, ...variables } },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const parts = { out: "", err: "" };
  for (const name of ["out", "err"] as const) {
    const show = shows ? passOn(`std${name}`) : undefined;
    const read = (text: string) => {
      parts[name] += text;
      show?.(text);
    };
    child[`std${name}`]
      .setEncoding("utf8")
      .on("data", read)
      .on("end", () => show?.("", true));
  }
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", reject).once("close", (status) => resolve(status ?? -1));
  });
  try {
    return { code: await untilEnded(ended, (signal) => child.kill(signal)), ...parts };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw missingEngine();
  }
}

/** Waits until the engine has ended. The terminal also sends Ctrl-C to the engine; other ends are passed on to it. */
export async function untilEnded<Result>(
  engine: Promise<Result>,
  pass: (signal: NodeJS.Signals) => void,
): Promise<Result> {
  process.on("SIGTERM", pass).on("SIGINT", ignore);
  try {
    return await engine;
  } finally {
    process.off("SIGTERM", pass).off("SIGINT", ignore);
  }
}

export const missingEngine = (): Failure =>
  new Failure("This command needs the command pulumi, which is not on the PATH.");

/** The engine's words for a stack that does not exist; undefined where it says something else. */
export const missingStack = (said: string): string | undefined =>
  /^(?:error: )?(no stack named .*)/m.exec(said)?.[1];

/** A command of the engine that failed. */
export class EngineFailure extends Failure {
  constructor(
    args: readonly string[],
    /** The message of the engine. */
    readonly said: string,
  ) {
    super(...linesIn(`pulumi ${args.join(" ")} failed: ${said}`));
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
