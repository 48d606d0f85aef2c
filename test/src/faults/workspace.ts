import type { Simulator } from "pulumi-platform-simulator";
import type { PulumiStack } from "../engine/stacks/pulumiStack";
import type { Operation } from "./cases/operation";

/** Short, since every lost answer is waited for. */
export const deadlineSeconds = 4;

/** What all commands find in their environment. */
export type Environment = Readonly<Record<string, string>>;

/** Has the engine save its state only at the end of a run: one that is killed remembers nothing. */
export const noCheckpoints: Environment = { PULUMI_SKIP_CHECKPOINTS: "true" };

/** An instance and a stack on which one case after the other is tried. */
export interface Workspace {
  readonly platform: Simulator;
  readonly stack: PulumiStack;
  /** Puts stack and instance to where an operation begins. */
  begin: (operation: Pick<Operation, "from" | "operations" | "onEngine">) => Promise<void>;
  close: () => Promise<void>;
}
