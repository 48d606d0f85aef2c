import type { Simulator } from "pulumi-platform-simulator";
import type { Declared, Deployment, Told } from "../../engine/stacks/pulumiStack";
import type { Cut } from "../making/steps";

/** How one command is run. */
export interface Typing {
  stack: string;
  runner: number;
  env: Readonly<Record<string, string | undefined>>;
  declared: readonly Declared[];
  providers: Readonly<Record<string, object>>;
  /** What cuts it short, and when that moment has come. */
  cut?: {
    how: Cut;
    isNow: () => boolean;
    /** What somebody does while the processes are stopped. */
    meanwhile?: () => Promise<unknown>;
  };
}

/** What a life needs of an engine, with its stacks and its runners. */
export interface World {
  told: (args: readonly string[], typing: Typing) => Promise<Told & { silentMs: number }>;
  deployment: (stack: string) => Promise<Deployment>;
  stacks: () => Promise<string[]>;
  /** Sets a setting of a stack. */
  set: (stack: string, name: string, value: string | undefined) => Promise<void>;
  /** A folder that only this runner has. */
  folder: (runner: number) => string;
  diskFull: (runner: number, isFull: boolean) => void;
  clockAhead: (runner: number, ms: number) => void;
  /** How long something takes on the clock of the instances that takes so long on the provider's. */
  realMs: (ms: number) => number;
  close: () => Promise<void>;
}

export type OpenWorld = (names: readonly string[], runners: number) => Promise<World>;

/** An instance with the users whose tokens a life has. */
export interface Instance {
  platform: Simulator;
  tokens: readonly string[];
}
