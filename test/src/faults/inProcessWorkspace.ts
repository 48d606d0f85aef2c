import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { InProcessStack } from "../harness/inProcessStack";
import type { Entry } from "../harness/sessions/session";
import type { Operation } from "./cases/operation";
import { startPrograms } from "./programs";
import { keepMessages } from "./dying/recovery";
import { deadlineSeconds } from "./workspace";
import type { Environment, Workspace } from "./workspace";
import { deadlines } from "../harness/sessions/deadlines";

/** An instance and, for each case, a new stack without an engine process. */
export class InProcessWorkspace implements Workspace {
  stack: InProcessStack;

  private constructor(
    readonly entry: Entry,
    readonly platform: Simulator,
    readonly environment: Environment,
  ) {
    this.stack = this.#newStack();
  }

  static async open(entry: Entry, environment: Environment = {}): Promise<InProcessWorkspace> {
    // The wider instance in both modes: only the log tells that nothing undocumented is asked of it.
    const platform = await startSimulator({ profile: "extended" });
    return new InProcessWorkspace(entry, platform, environment);
  }

  async begin({ from, operations }: Pick<Operation, "from" | "operations">): Promise<void> {
    this.platform.reset();
    this.stack.remove();
    this.stack = this.#newStack();
    // Not in the environment, where cases that run at the same time would meet.
    const settings = {
      baseUrl: this.platform.url,
      token: this.platform.token,
      operations: "extended",
    };
    for (const [name, value] of Object.entries(settings)) await this.#set(name, value);
    if (from !== "nothing") {
      this.stack.declare(startPrograms[from]());
      await this.stack.ok("up", "--yes", "--skip-preview");
      this.platform.outbox.length = 0;
      this.platform.calls.length = 0;
    }
    await this.#set("operations", operations);
    for (const [name, seconds] of Object.entries(deadlines(deadlineSeconds))) {
      await this.#set(name, String(seconds));
    }
  }

  async close(): Promise<void> {
    this.stack.remove();
    await this.platform.close();
  }

  #newStack(): InProcessStack {
    const stack = new InProcessStack(this.entry, this.environment);
    keepMessages(stack, join(stack.home, "messages"));
    return stack;
  }

  async #set(name: string, value: string): Promise<void> {
    await this.stack.ok("config", "set", `platform:${name}`, value);
  }
}
