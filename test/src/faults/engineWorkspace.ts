import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator, State } from "pulumi-platform-simulator";
import type { Stack } from "../engine/stacks/stack";
import { stackOn } from "../engine/stacks/hosted";
import type { Entry } from "../harness/sessions/session";
import type { Operation, Start } from "./cases/operation";
import { keepMessages } from "./dying/recovery";
import { deadlineSeconds } from "./workspace";
import type { Environment, Workspace } from "./workspace";
import { startPrograms } from "./programs";
import { second } from "./wholePrograms";
import { deadlines } from "../harness/sessions/deadlines";

/** What the engine writes: its state, its home with the journal, and the settings of the stack. */
const kept = ["state", "home", "Pulumi.test.yaml"];

/**
 * An instance and a stack of the real engine on which one case after the other is tried. Each begins with files and an instance
 * as they were when they were made, which takes milliseconds; to create them again takes many seconds.
 */
export class EngineWorkspace implements Workspace {
  readonly #starts = new Map<Start, { folder: string; state: State }>();
  readonly #folder = mkdtempSync(join(tmpdir(), "pulumi-platform-faults-"));

  private constructor(
    readonly entry: Entry,
    readonly platform: Simulator,
    readonly stack: Stack,
  ) {}

  static async open(
    entry: Entry,
    { latencyMs = 0, environment = {} }: { latencyMs?: number; environment?: Environment } = {},
  ): Promise<EngineWorkspace> {
    // The wider instance in both modes: only the log tells that nothing undocumented is asked of it.
    const platform = await startSimulator({ profile: "extended", latencyMs });
    const stack = await stackOn(entry, {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      ...environment,
    });
    keepMessages(stack, join(stack.folder, "home/messages"));
    const workspace = new EngineWorkspace(entry, platform, stack);
    const { baseUrl, token, operations, ...limits } = workspace.#settings();
    const settings = Object.entries({
      ...limits,
      ...(entry === "dynamic" && {
        [`instances.${second}.baseUrl`]: baseUrl,
        [`instances.${second}.token`]: token,
        [`instances.${second}.operations`]: operations,
      }),
    }).flatMap(([name, value]) => ["--plaintext", `platform:${name}=${value}`]);
    await stack.ok("config", "set-all", "--path", ...settings);
    workspace.#keep("nothing");
    return workspace;
  }

  /** Puts stack and instance to where an operation begins. */
  async begin({
    from,
    operations,
    onEngine,
  }: Pick<Operation, "from" | "operations" | "onEngine">): Promise<void> {
    if (!this.#starts.has(from)) {
      await this.begin({ from: "nothing", operations: "extended" });
      this.stack.declare(startPrograms[from]());
      await this.stack.ok("up", "--yes", "--skip-preview");
      this.#keep(from);
    }
    const start = this.#starts.get(from);
    if (start === undefined) throw new Error(`there is no start from ${from}`);
    for (const name of kept) {
      const to = join(this.stack.folder, name);
      rmSync(to, { recursive: true, force: true });
      cpSync(join(start.folder, name), to, { recursive: true });
    }
    const isProvided = onEngine === true && this.entry === "plugin";
    this.stack.provide(isProvided ? { [second]: this.#settings() } : {});
    this.platform.reset();
    Object.assign(this.platform.state, structuredClone(start.state));
    this.stack.env.PLATFORM_OPERATIONS = operations;
  }

  /** All settings, for the second provider of a program. */
  #settings() {
    const { url: baseUrl, token } = this.platform;
    return { baseUrl, token, operations: "extended", ...deadlines(deadlineSeconds) };
  }

  #keep(start: Start): void {
    const folder = join(this.#folder, start);
    for (const name of kept) {
      cpSync(join(this.stack.folder, name), join(folder, name), { recursive: true });
    }
    this.#starts.set(start, { folder, state: structuredClone(this.platform.state) });
  }

  async close(): Promise<void> {
    await this.platform.close();
    this.stack.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
