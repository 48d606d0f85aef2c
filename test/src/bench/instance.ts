import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../engine/stacks/stack";

const token = "bench-token";

/** A simulator in a process of its own, so that its work is nobody's but its own. */
export class BenchInstance {
  readonly token = token;

  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(latencyMs: number): Promise<BenchInstance> {
    const command = join(root, "simulator", "bin", "pulumi-platform-simulator.js");
    const args = ["--profile", "extended", "--token", token, "--latency-ms", String(latencyMs)];
    const child = spawn(process.execPath, [command, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    process.once("exit", () => child.kill());
    const ended = once(child, "exit").then(() => {
      throw new Error("the simulator ended before it listened");
    });
    const listening = once(child.stdout, "data") as Promise<[Buffer]>;
    const [line] = await Promise.race([listening, ended]);
    ended.catch(() => undefined);
    return new BenchInstance(line.toString().trim().replace("listening ", ""), child);
  }

  /** What a program needs to use this instance. */
  get settings(): Record<string, string> {
    return {
      PLATFORM_BASE_URL: this.url,
      PLATFORM_TOKEN: token,
      PLATFORM_OPERATIONS: "extended",
    };
  }

  async reset(): Promise<void> {
    await this.#control("POST", "/reset");
  }

  async forgetCalls(): Promise<void> {
    await this.#control("DELETE", "/calls");
  }

  async calls(): Promise<number> {
    return ((await this.#control("GET", "/calls")) as unknown[]).length;
  }

  async schedules(): Promise<number> {
    return (await this.#stored()).length;
  }

  /** Changes one schedule behind the programs' backs. */
  async editOne(): Promise<void> {
    const [first] = await this.#stored();
    if (first === undefined) throw new Error("the instance has no schedule to edit");
    await this.#control("PATCH", `/state/schedules/${first.id}`, { schedule: { hourOfDay: 17 } });
  }

  async stop(): Promise<void> {
    const ended = once(this.process, "exit");
    this.process.kill();
    await ended;
  }

  async #stored(): Promise<{ id: number }[]> {
    return ((await this.#control("GET", "/state")) as { schedules: { id: number }[] }).schedules;
  }

  async #control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/_control${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return response.json();
  }
}
