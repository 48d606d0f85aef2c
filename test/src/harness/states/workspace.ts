import type { Backend } from "./backend";
import { Configuration } from "../sessions/configuration";

/** The folder of a project: which of its stacks is selected, and the settings of each. */
export class Workspace {
  readonly #configurations = new Map<string, Configuration>();
  #selected = "";

  constructor(
    readonly backend: Backend,
    readonly project: string,
  ) {}

  /** The stack that a command is for. */
  stack(named = ""): string {
    const stack = named || this.#selected;
    if (stack === "") {
      throw new Error("no stack selected; please use `pulumi stack select` to choose one");
    }
    if (!this.backend.names().includes(stack)) throw new Error(`no stack named '${stack}' found`);
    return stack;
  }

  select(stack: string): void {
    this.#selected = stack;
  }

  configuration(stack: string): Configuration {
    const known = this.#configurations.get(stack) ?? new Configuration();
    this.#configurations.set(stack, known);
    return known;
  }

  removed(stack: string, keepsConfiguration: boolean): void {
    this.#selected = "";
    if (!keepsConfiguration) this.#configurations.delete(stack);
  }

  renamed(from: string, to: string): void {
    this.#configurations.set(to, this.configuration(from));
    this.#configurations.delete(from);
    this.#selected = to;
  }
}
