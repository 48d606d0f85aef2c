import type { Instance } from "../platform/instance";
import type { Advice } from "../messages/advice";
import type { ErrorCode } from "../messages/errors";
import type { Listing } from "../wire/pages";
import type { Route } from "../wire/route";
import type { Values } from "./values";

/** An object as the instance shows it. */
export interface Existing {
  id: string;
  /** The inputs. A value that cannot be read is undefined. */
  live: Values;
  outputs?: Values;
  /** Paths of the inputs that are not shown. An import uses the program's values. */
  unseen?: readonly string[];
  /** The fields that no argument holds, by their paths, without empty and usual values. */
  notInProgram?: Values;
  /** The platform made it with another object, so a program that declares the other object does not need it. */
  isImplied?: boolean;
  warning?: string | { text: string; code: ErrorCode; advice: Advice };
}

/** The result of a read. Only evidence makes an object absent. */
export type Reading =
  /**
   * `whyUnseen` says why the platform did not show the details, which were asked for. If `isUnlisted`, the list lacks the
   * object, and its own address shows it.
   */
  | ({ found: "present"; whyUnseen?: string; isUnlisted?: true } & Existing)
  | { found: "absent" }
  /** `advice` replaces the default advice, which is to confirm the delete of the object. */
  | {
      found: "unknown";
      why: string;
      note?: string;
      advice?: Advice;
      /** The platform refused the read. */
      isRefused?: true;
      /** The fetch answered 404. After a delete request, this is proof. */
      isMissing?: true;
      /** The platform shows the object to its owner, who may not be the user of the token. */
      isShownToOwner?: true;
    };

/** A call that a verb makes. */
export interface Call {
  route: Route;
  /** When the verb makes the call, if not always: `if the list lacks the schedule`. */
  when?: string;
}

/** A function that acts on the platform, and the calls that it makes. */
export interface Verb<Run> {
  calls: readonly Call[];
  run: Run;
}

/** What an update gets. */
export interface Change<Inputs, Outputs> {
  id: string;
  /** With `omitted.write` for a changed field that the program no longer has. */
  inputs: Inputs;
  state: Inputs & Partial<Outputs>;
  /** Paths of the inputs that differ in meaning, like `schedule.hourOfDay`. */
  changed: readonly string[];
  /** Paths that the program ignores. An update leaves what the instance has there, which the state may not know. */
  ignored: readonly string[];
  /** The exclusive keys of the state that another resource of the program has now. */
  ownedElsewhere: readonly string[];
}

/** What the answer to a write shows. */
export interface Written<Outputs> {
  outputs?: Partial<Outputs>;
  /** The inputs as the instance has them now. A value that the answer does not show is undefined. */
  live?: Values;
  /** The paths that an update wrote; absent if it wrote all declared ones. */
  wrote?: readonly string[];
}

export interface Create<Inputs, Outputs> extends Verb<
  (instance: Instance, inputs: Inputs) => Promise<{ id: string } & Written<Outputs>>
> {
  /** A second create has no further effect, so Pulumi sends a request without an answer again. */
  repeatable?: boolean;
}

/** All objects of a type that the platform shows to the user of the token. */
export interface ObjectList<State> extends Listing<Existing> {
  /** Why the list may hide the object of a state; undefined if it shows such objects. */
  whyHidden?: (state: State) => string | undefined;
}

/** Reads one object; undefined if the platform answers that it does not exist. */
export interface Fetch<State> extends Verb<
  (instance: Instance, id: string, state?: State) => Promise<Reading | undefined>
> {
  /** Finds out what this answer proves, for objects without a list. */
  absence?: Verb<(instance: Instance, id: string, state: State) => Promise<Reading>>;
  /** Whether this process saw that the user of the token can see objects like the object of the state. */
  hasShownLike?: (instance: Instance, state: State) => boolean;
}

export interface Update<Inputs, Outputs> extends Verb<
  (instance: Instance, change: Change<Inputs, Outputs>) => Promise<Written<Outputs> | undefined>
> {
  /** Changes that the update cannot make. `confirmed` are the ids in `platform:confirmAbsent`. */
  refuse?: (
    old: Inputs,
    inputs: Inputs,
    changed: readonly string[],
    confirmed: readonly string[],
  ) => Refusal[];
  /** Looks at the instance for a preview, and warns of changes by hand that the update will overwrite. */
  foresee?: (instance: Instance, change: Change<Inputs, Outputs>) => Promise<void>;
}

/** Why a change is impossible. */
export interface Refusal {
  /** Property path. */
  path: string;
  reason: string;
  /** What people can do instead. */
  advice: Advice;
}

/** What a look at the instance shows about known inputs. */
export interface PrecheckResult<Inputs> {
  /** What the instance will refuse. */
  refused: readonly Refusal[];
  /** What the write needs and the instance does not show: `group 7`. */
  missing?: string;
  /** What the instance already has of the inputs. */
  alreadyPresent?: Partial<Inputs>;
}

/** Whether the platform shows the object. If not, only the state describes it. */
export const canRead = ({ list, fetch }: { list?: unknown; fetch?: unknown }): boolean =>
  (list ?? fetch) !== undefined;

/** The verbs of an object. If a verb is missing, the platform does not offer it. */
export interface Verbs<Inputs, Outputs> {
  /**
   * Looks at the instance for a check, before each create and update. Their calls include those of this look. A create
   * has no old inputs.
   */
  precheck?: (
    instance: Instance,
    inputs: Inputs,
    old: Inputs | undefined,
  ) => Promise<PrecheckResult<Inputs>>;
  /** Absent in documented operations if only extended operations can create the object. */
  create?: Create<Inputs, Outputs>;
  /** Lists all objects of the type. After a create without an answer, the list shows the new object. */
  list?: Verb<(instance: Instance) => Promise<ObjectList<Inputs & Partial<Outputs>>>> & {
    /** Paths of the inputs that the list does not show, or not reliably. */
    unseen?: readonly string[];
  };
  /** Reads an object that the list lacks or does not show completely. */
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
