import type { Simulator } from "pulumi-platform-simulator";
import type { Declared } from "../../engine/stacks/pulumiStack";
import type { Entry } from "../../harness/sessions/session";
import type { TargetCall } from "./moments";

/** What stands in the state and on the instance when an operation begins. */
export type Start = "nothing" | "everything" | "many schedules" | "many groups";

/** One row of the table: what is done, and which of its calls is disturbed. */
export interface Operation {
  name: string;
  operations: "documented" | "extended";
  target: TargetCall;
  from: Start;
  /** What somebody does on the instance beforehand. */
  byHand?: (platform: Simulator) => void;
  /** What the program declares of it; what it already declares under these names changes. */
  declares?: (entry: Entry) => Declared[];
  /** What the program does not declare any more, by name. */
  removes?: readonly string[];
  /** A POST that has the effect of one however often it is sent. */
  repeatable?: true;
  /** The run looks at the instance first. */
  refresh?: true;
  /** What is struck is a call that the platform refuses: no work is ever done. */
  refused?: true;
  /** What is struck tells whether an object is gone: without it nobody can, and the plugin keeps the state. */
  evidence?: true;
  /** Only the real engine runs its program: it has several providers. There processes are killed. */
  onEngine?: true;
  /** How many mails it sends. */
  mails?: number;
  /** How many executions of a stream it starts. */
  executions?: number;
  /** How many texts it generates. */
  texts?: number;
  /** May end as unknown, with a way out: where the platform shows nothing that could tell. */
  unknown?: true;
  /** What else must be so in the end; says what is not. */
  also?: (platform: Simulator) => string[];
}

export const modes = ["documented", "extended"] as const;
