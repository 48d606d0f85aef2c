import type { Simulator } from "pulumi-platform-simulator";
import type { PulumiStack } from "../engine/pulumiStack";
import type { Operation } from "./operation";

/** Short, since every lost answer is waited for. */
export const deadlineSeconds = 2;

/** An instance and a stack on which one case after the other is tried. */
export interface Workspace {
  readonly platform: Simulator;
  readonly stack: PulumiStack;
  /** Puts stack and instance to where an operation begins. */
  begin: (operation: Pick<Operation, "from" | "operations">) => Promise<void>;
  close: () => Promise<void>;
}
