import type { Program } from "../making/program";
import type { Setup } from "../making/steps";

export const stackNames = ["dev", "prod", "test", "one", "two", "three"];

/** A stack, with the settings that are in force for its commands. */
export interface StackSlot {
  name: string;
  instance: number;
  token: number;
  operations: "documented" | "extended";
  mail: string;
  checkpoints: boolean;
  exports: string[];
  /** The file of the last plan. */
  plan?: string;
  /** The instance that it began with. */
  home: number;
  /** The ids that are confirmed to be absent. */
  confirmed: string[];
  /** The runner of the last command. */
  runner?: number;
  /** The program of the last update of the whole stack that succeeded. */
  updated?: Program;
}

/** The stacks with which a life begins. */
export function stackSlots(setup: Setup): StackSlot[] {
  return stackNames.slice(0, setup.stacks).map((name, n) => ({
    name,
    instance: n % setup.instances,
    token: 0,
    operations: setup.operations,
    mail: "live",
    checkpoints: setup.checkpoints,
    exports: [],
    home: n % setup.instances,
    confirmed: [],
  }));
}
