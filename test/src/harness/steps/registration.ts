import type { Values } from "../../lifecycle/tables/row";
import type { ResourceState, Timeouts } from "../states/state";

/** A former name of a resource; what it does not say is as for the resource itself. */
export interface Alias {
  urn?: string;
  name?: string;
  type?: string;
  parent?: string;
  hasNoParent?: boolean;
}

/** What a program wants of a resource. */
export interface Goal {
  type: string;
  name: string;
  custom: boolean;
  inputs: Values;
  parent: string;
  provider: string;
  dependencies: readonly string[];
  propertyDependencies: Readonly<Record<string, readonly string[]>>;
  aliases: readonly Alias[];
  protect?: boolean;
  retainOnDelete?: boolean;
  deleteBeforeReplace?: boolean;
  importId: string;
  ignoreChanges: readonly string[];
  replaceOnChanges: readonly string[];
  replacementTrigger?: unknown;
  timeouts: Timeouts;
}

/** A program waits for what it registered. What failed has an id all the same where it had one before. */
export interface Registration {
  goal: Goal;
  done: (state: ResourceState) => void;
}

/** What a goal has without any option. */
export const plainGoal = {
  provider: "",
  dependencies: [],
  propertyDependencies: {},
  aliases: [],
  importId: "",
  ignoreChanges: [],
  replaceOnChanges: [],
  timeouts: {},
} satisfies Partial<Goal>;

/** What a program tells the engine. */
export interface Monitor {
  register: (registration: Registration) => void;
  /** The outputs of the stack or of a component. */
  outputs: (urn: string) => void;
}

/** What runs against the engine; without one, everything is deleted. */
export type RunProgram = (monitor: Monitor) => Promise<void>;
