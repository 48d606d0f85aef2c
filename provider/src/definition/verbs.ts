import type { Instance } from "../platform/instance";
import type { Advice } from "../wire/advice";
import type { Route } from "../wire/route";
import type { Values } from "./values";

/** The result of a read. Only evidence makes an object absent. */
export type Reading =
  | {
      found: "present";
      /** Live values by input name. An undefined value cannot be read and is kept from the state. */
      live: Values;
      outputs?: Values;
      warning?: string;
    }
  | { found: "absent" }
  /** `advice` says what to do, where it is not to confirm that the object is gone. */
  | {
      found: "unknown";
      why: string;
      note?: string;
      advice?: Advice;
      /** Its own call answered 404: nothing but a delete that was asked for needs to be proved. */
      isMissing?: true;
      /** Its owner would be shown it: the user of the token may be another one. */
      isShownToOwner?: true;
    };

/** A call that a verb makes. */
export interface Call {
  route: Route;
  /** When it makes the call, where that is not always: `if the list lacks the schedule`. */
  when?: string;
}

/** One way to do something on the platform, and the calls that it makes. */
export interface Verb<Run> {
  calls: readonly Call[];
  run: Run;
}

/** An update as its verb gets it: the object's id, the program's inputs, and the state. */
export interface Change<Inputs, Outputs> {
  id: string;
  inputs: Inputs;
  state: Inputs & Partial<Outputs>;
  /** Paths of the inputs that differ in meaning, like `schedule.hourOfDay`. */
  changed: readonly string[];
  /** The exclusive keys of the state that another resource of the program has now. */
  ownedElsewhere: readonly string[];
}

/** An object on the instance that a lost create may have made. */
export interface Candidate {
  id: string;
  reading: Extract<Reading, { found: "present" }>;
}

/** An object on the instance that no program has declared yet. */
export interface Existing {
  id: string;
  /** Its inputs, as far as the platform shows them. */
  live: Values;
  outputs?: Values;
  /** Paths of inputs that the platform does not show: an import takes the program's values for them. */
  unseen?: readonly string[];
}

export interface Create<Inputs, Outputs> extends Verb<
  (instance: Instance, inputs: Inputs) => Promise<{ id: string; outputs?: Partial<Outputs> }>
> {
  /** Creating twice has the effect of creating once, so that a lost request is sent again. */
  repeatable?: boolean;
  /**
   * Finds objects that may have the content of the inputs; without it, nobody can tell what a lost request did.
   * `baseline` is one list for a whole run, `fresh` one that begins now.
   */
  witness?: (
    instance: Instance,
    inputs: Inputs,
    when: "baseline" | "fresh",
  ) => Promise<{ candidates: Candidate[]; complete: boolean }>;
}

export interface Update<Inputs, Outputs> extends Verb<
  (instance: Instance, change: Change<Inputs, Outputs>) => Promise<Partial<Outputs> | undefined>
> {
  /** Changes that the update cannot make. `confirmed` are the ids in `platform:confirmAbsent`. */
  refuse?: (
    old: Inputs,
    inputs: Inputs,
    changed: readonly string[],
    confirmed: readonly string[],
  ) => Refusal[];
}

/** A change that is impossible, as the old and new inputs show. */
export interface Refusal {
  /** Property path. */
  path: string;
  reason: string;
  /** What people can do instead. */
  advice: Advice;
}

/** What can be done with an object. A missing verb has no way. */
export interface Verbs<Inputs, Outputs> {
  /** Missing where only extended operations can create an object. */
  create?: Create<Inputs, Outputs>;
  /** Without it, only the state tells what the object is like. */
  read?: Verb<
    (instance: Instance, id: string, state: Inputs & Partial<Outputs>) => Promise<Reading>
  > & {
    /** One list serves all objects of the type, so that reading one costs next to nothing. */
    shared?: true;
  };
  /** Lists all objects of the type that the platform shows to the token's user. */
  list?: Verb<(instance: Instance) => Promise<readonly Existing[]>>;
  /** Reads of an object that the list shows what only a call of its own tells. */
  details?: Verb<(instance: Instance, listed: Existing) => Promise<Existing>>;
  /** Finds one object by its import id, where there is no list; undefined where there is none. */
  lookup?: Verb<(instance: Instance, key: string) => Promise<Existing | undefined>>;
  update?: Update<Inputs, Outputs>;
  /** `declared` are the exclusive keys of the state that the program of this run declares. */
  delete?: Verb<
    (
      instance: Instance,
      id: string,
      state: Inputs & Partial<Outputs>,
      declared: readonly string[],
    ) => Promise<void>
  >;
}
