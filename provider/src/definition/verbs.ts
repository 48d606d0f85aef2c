import type { Instance } from "../platform/instance";
import type { Advice } from "../wire/advice";
import type { Listing } from "../wire/pages";
import type { Route } from "../wire/route";
import type { Values } from "./values";

/** An object as the instance shows it. */
export interface Existing {
  id: string;
  /** Its inputs. An undefined value cannot be read. */
  live: Values;
  outputs?: Values;
  /** Paths of the inputs that are not shown: an import takes the program's values for them. */
  unseen?: readonly string[];
  warning?: string;
}

/** The result of a read. Only evidence makes an object absent. */
export type Reading =
  | ({ found: "present" } & Existing)
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

/** The reading of an object that was found. */
export const present = (found: Existing | undefined): Reading | undefined =>
  found && { found: "present", ...found };

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

export interface Create<Inputs, Outputs> extends Verb<
  (instance: Instance, inputs: Inputs) => Promise<{ id: string; outputs?: Partial<Outputs> }>
> {
  /** Creating twice has the effect of creating once, so that a lost request is sent again. */
  repeatable?: boolean;
}

/** All objects of the type that the platform shows to the token's user. */
export interface ObjectList<State> extends Listing<Existing> {
  /** Why it may not show the object of a state; undefined where it would. */
  whyHidden?: (state: State) => string | undefined;
}

/** Reads one object. Undefined where the platform answers that there is none. */
export interface Fetch<State> extends Verb<
  (instance: Instance, id: string, state?: State) => Promise<Reading | undefined>
> {
  /** What that answer proves, where no list is there to prove it. */
  absence?: Verb<(instance: Instance, id: string, state: State) => Promise<Reading>>;
  /** Whether this process saw that the token shows objects like that of the state. */
  hasShownLike?: (instance: Instance, state: State) => boolean;
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

/** Whether anything but the state tells what the object is like. */
export const canRead = ({ list, fetch }: { list?: unknown; fetch?: unknown }): boolean =>
  (list ?? fetch) !== undefined;

/** What can be done with an object. A missing verb has no way. */
export interface Verbs<Inputs, Outputs> {
  /** Missing where only extended operations can create an object. */
  create?: Create<Inputs, Outputs>;
  /** One list serves all objects of the type, and shows what a lost create made. */
  list?: Verb<(instance: Instance) => Promise<ObjectList<Inputs & Partial<Outputs>>>> & {
    /** Paths of the inputs that it does not show, or not for sure. */
    unseen?: readonly string[];
  };
  /** Reads an object that the list lacks or does not show whole. Without both, only the state tells what it is like. */
  fetch?: Fetch<Inputs & Partial<Outputs>>;
  update?: Update<Inputs, Outputs>;
  /** `declared` are the exclusive keys of the state that the program of this run declares. */
  delete?: Verb<
    (
      instance: Instance,
      id: string,
      state: Inputs & Partial<Outputs>,
      declared: readonly string[],
    ) => Promise<unknown>
  >;
}
