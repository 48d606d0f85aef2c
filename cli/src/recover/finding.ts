import type { Comparison } from "./comparison.js";
import type { Interrupted } from "./interrupted.js";
import type { ManagingStack } from "./managingStacks.js";

/** An object on the instance that the interrupted run may have created. */
export interface Candidate extends Comparison {
  id: string;
  /** The stack that manages it. */
  manager?: ManagingStack;
}

/** The result of an interrupted operation, as far as the instance shows it. */
export interface Finding {
  about: Interrupted;
  /**
   * `found`: the object matches the program. `open`: a person has to decide. `ran`: an e-mail or action may have run.
   * `settled`: nothing is left to do.
   */
  kind: "found" | "open" | "ran" | "settled";
  reason: string;
  /** What a person can do. */
  next?: readonly string[];
  /** The found object, how it gets into the state, and whether a person chose it. */
  object?: Candidate;
  proposal?: "import" | "adopt";
  isChosen?: true;
  /** The objects to decide about, and the stack that manages the first of them. */
  candidates?: readonly Candidate[];
  holder?: string;
  /** The history of what may have run. */
  history?: readonly string[];
  /** The command after those in `next`. It must be exact, so it is never masked. */
  restore?: string;
  /** The id of a settled object. */
  id?: string;
}

/** A result that no other operation can change. */
export type Verdict = Omit<Finding, "about" | "kind"> & { kind: "settled" | "ran" };

/** A finding with the object that the run created. */
export type Found = Finding & { object: Candidate };
export const isFound = (one: Finding): one is Found => one.kind === "found";
