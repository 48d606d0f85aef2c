import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

type Environment = Record<string, string>;

export interface Settings {
  cwd?: string;
  /** The whole environment: nothing of this process reaches the command. */
  env?: Environment;
  input?: string;
}

/** How a command ended, and everything that it printed. */
export interface Ended {
  code: number;
  log: string;
}

/** A running command, in a process group of its own. */
export class Command {
  static readonly #running = new Set<Command>();
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  #log = "";

  constructor(
    readonly name: string,
    args: readonly string[],
    { cwd, env = plainEnvironment(), input }: Settings = {},
  ) {
    this.#child = spawn(name, args, { cwd, env, detached: true });
    Command.#running.add(this);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
    }
    this.#child.stdin?.on("error", () => undefined).end(input ?? "");
    this.ended = new Promise((resolve) => {
      this.#child.once("error", (error) => resolve({ code: -1, log: error.message }));
      this.#child.once("close", (code) => resolve({ code: code ?? -1, log: this.#log }));
    });
    void this.ended.then(() => Command.#running.delete(this));
  }

  get log(): string {
    return this.#log;
  }

  get isRunning(): boolean {
    return Command.#running.has(this);
  }

  /** Ends the command and everything that it started, as a machine does that loses its power. */
  kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    // Runners start their jobs in groups of their own.
    for (const one of [-pid, ...descendantsOf(pid)]) {
      try {
        process.kill(one, "SIGKILL");
      } catch {
        // It has ended.
      }
    }
  }

  static endAll(): void {
    for (const command of Command.#running) command.kill();
  }
}

function descendantsOf(pid: number): number[] {
  const told = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = told.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

/** Runs a command that must succeed, and returns what it printed. */
export async function run(
  name: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<string> {
  const { code, log } = await new Command(name, args, settings).ended;
  if (code !== 0) {
    throw new Error(`${name} ${args[0] ?? ""} ended with code ${code}:\n${log.slice(-3000)}`);
  }
  return log;
}

/** Starts a server, and waits until it answers. */
export async function startServer(
  name: string,
  args: readonly string[],
  isReady: () => Promise<boolean>,
  settings: Settings = {},
): Promise<Command> {
  const server = new Command(name, args, settings);
  const until = Date.now() + 60_000;
  while (!(await isReady().catch(() => false))) {
    if (!server.isRunning || Date.now() > until) {
      server.kill();
      throw new Error(`${name} does not answer:\n${server.log.slice(-2000)}`);
    }
    await sleep(100);
  }
  return server;
}

/** The least environment of a command. What the user of this machine has set does not reach it. */
export function plainEnvironment(more: Environment = {}): Environment {
  const { PATH = "", LANG = "C.UTF-8" } = process.env;
  return { PATH, LANG, HOME: process.env.HOME ?? "/", ...more };
}

/** A port below those that systems give out by themselves: no other server gets it before the one that it is for. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
}
