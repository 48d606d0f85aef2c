import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useEngine } from "../../engine/stacks/engineFolder";
import { stackOn } from "../../engine/stacks/hosted";
import { recordCalls } from "../../harness/compare";
import type { ProviderCall } from "../../harness/sessions/providerCalls";
import type { Stack } from "../../engine/stacks/stack";

/** The stack that is made by a command, and of which the others are copies. */
const pattern = "test";

/** A project of the real engine in which one life after the other begins with new stacks. */
export class RealProject {
  readonly states: string;
  readonly #base: Record<string, string | undefined>;
  readonly #settings: string;
  readonly #state: string;

  private constructor(
    readonly stack: Stack,
    /** The calls to the providers since the last time; none unless the project is compared. */
    readonly takeCalls: () => ProviderCall[],
  ) {
    this.states = join(stack.folder, "state", ".pulumi", "stacks", "program");
    this.#base = { ...stack.env };
    this.#settings = readFileSync(this.settingsFile(pattern), "utf8");
    this.#state = readFileSync(this.stateFile(pattern), "utf8");
  }

  static async open({ isCompared }: { isCompared: boolean }): Promise<RealProject> {
    if (process.env.PLATFORM_TEST_ENGINE === undefined) await useEngine();
    // Resources name their entry, and a life that begins with dynamic resources can move to the plugin.
    const stack = await stackOn("plugin", { PULUMI_EXPERIMENTAL: "true" });
    stack.isInOrder = isCompared;
    await stack.ok("stack", "ls");
    return new RealProject(stack, isCompared ? recordCalls(stack) : () => []);
  }

  stateFile(stack: string): string {
    return join(this.states, `${stack}.json`);
  }

  settingsFile(stack: string): string {
    return join(this.stack.folder, `Pulumi.${stack}.yaml`);
  }

  /** Begins with these stacks, which have nothing. */
  begin(names: readonly string[]): void {
    const { folder } = this.stack;
    for (const file of readdirSync(folder)) {
      if (/^Pulumi\..+\.yaml$/.test(file)) rmSync(join(folder, file));
    }
    for (const kept of ["stacks", "locks", "history", "backups"]) {
      rmSync(join(folder, "state", ".pulumi", kept), { recursive: true, force: true });
    }
    mkdirSync(this.states, { recursive: true });
    for (const name of names) {
      writeFileSync(this.settingsFile(name), this.#settings);
      const state = this.#state.replace(`/${pattern}"`, `/${name}"`);
      writeFileSync(this.stateFile(name), state);
    }
  }

  /** Replaces what the last command found in its environment. */
  setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
    for (const name of Object.keys(this.stack.env)) Reflect.deleteProperty(this.stack.env, name);
    Object.assign(this.stack.env, this.#base, env);
  }

  close(): void {
    this.stack.remove();
  }
}
