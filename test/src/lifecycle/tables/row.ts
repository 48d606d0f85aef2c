import type { Call, Mail, State } from "pulumi-platform-simulator";
import type { Operations } from "../../../../provider/dist/platform/operations";
import type { ResourceName } from "../../engine/stacks/pulumiStack";
import type { Entry } from "../../harness/sessions/session";

export type { Operations };
export type Values = Record<string, unknown>;

/**
 * What a preview calls a change. `refused` is a failure that names the field, before any call; `stuck` a
 * failure that names no field, as an object cannot be made elsewhere that cannot be deleted where it is.
 */
export type Label = "same" | "update" | "replace" | "refused" | "stuck";

/** Calls as the log of the instance names them, one for each time. */
export type Calls = readonly string[];

/** What is expected in each mode, and through a entryPoint where it is otherwise there. */
export type Expected = Record<Operations, Label> & {
  through?: Partial<Record<Entry, Partial<Record<Operations, Label>>>>;
};

/** One input of an object that exists is changed in the program. Each has an object of its own. */
export interface Change {
  /** Path of the input. */
  field: string;
  /** Tells the changes of one field apart. */
  how?: string;
  /** Other inputs that the object has from the beginning. */
  given?: Values;
  /** The new value: the one of `other` where it is not said. */
  to?: unknown;
  /** Other inputs that have to change with it. */
  also?: Values;
  /** The field is taken out of the program. */
  removed?: true;
  expected: Expected;
  /** It is on an instance of its own before, under the id of `adopt`, and is taken over with these calls. */
  adopted?: Record<Operations, { previewed: Calls; created: Calls }>;
  /** The calls of its create, where they are others than those of its kind. */
  created?: Partial<Record<Operations, Calls>>;
  /** The calls of an update, where they are others than those of its kind. */
  calls?: Partial<Record<Operations, Calls>>;
  /** The calls of its check, beside those of its kind. */
  checked?: Calls;
  /** What the field is on the instance afterwards, where the program does not say it. */
  leaves?: unknown;
  /** The calls of its delete afterwards, where they are others than those of its kind. */
  deleted?: Calls;
}

/** One value of an object is changed on the instance, by somebody else. Each has an object of its own. */
export interface Edit {
  /** Path of the input. */
  field: string;
  /** Tells the edits of one field apart. */
  how?: string;
  /** The new value: the one of `other` where it is not said. */
  to?: unknown;
  /** What a look at the instance makes of it: `same` where the platform does not show it. */
  expected: Record<Operations, "same" | "update" | "replace">;
  /** The calls that repair it, where they are others than those of an update. */
  calls?: Calls;
  /** The answer of the update shows the value. */
  isAnswered?: true;
}

/** An object goes away on the instance. Each has an object of its own. */
export interface Loss {
  how: string;
  /** What makes it go; taken out of its list where it is not said. */
  lose?: (object: Values) => void;
  /** What a look at the instance makes of it: `same` where the platform does not show it. */
  expected: Record<Operations, "same" | "create">;
  /** Once more at a refresh, where it is not to be found. */
  calls?: Partial<Record<Operations, Calls>>;
}

/** The calls of one mode. A verb without calls calls nothing; one that is not there has no way. */
export interface VerbCalls {
  create: Calls;
  update?: Calls;
  /** After an update that repairs an edit, where its answer does not show what the platform accepted. */
  looked?: Calls;
  delete?: Calls;
  /** Once with the first create on an instance. */
  once?: Calls;
  /** Once before the first create on an instance, also in a preview, where no look has made them. */
  before?: Calls;
  /** For each object that is created or updated, in its check, also in a preview. */
  checked?: Calls;
  /** In a preview of the plugin, for each update that makes the calls of its kind. */
  foreseen?: Calls;
  /** The same for each object that is created. */
  checkedNew?: Calls;
  /** For each object at a refresh. */
  read?: Calls;
  /** Once for all objects on an instance at a refresh. */
  list?: Calls;
}

/** What can be seen of an instance. */
export interface Seen {
  state: State;
  calls: readonly Call[];
  outbox: readonly Mail[];
}

/** An object that was just made. */
export interface Made {
  operations: Operations;
  inputs: Values;
  found: Values;
}

/** All that is expected of one resource. */
export interface Row {
  resource: ResourceName;
  /** The same inputs for another object: what no two objects can share. */
  apart?: (inputs: Values, n: number) => Values;
  /** There is one on an instance. */
  single?: true;
  /** Puts on a new instance what the inputs name. */
  needs?: (state: State) => void;
  /** Left out where only extended operations create one. */
  documented?: VerbCalls;
  extended: VerbCalls;
  /** The object on the instance in terms of the inputs; undefined where it is not there. */
  find: (seen: Seen, id: string, inputs: Values) => object | undefined;
  /** Puts an object with these inputs on the instance, by hand. */
  make?: (seen: Seen, id: number, inputs: Values) => void;
  /** Puts an edited object on the instance, where what `find` gives is not the instance's own. */
  put?: (seen: Seen, object: Values) => void;
  /** Inputs that the instance does not hold. */
  unseen?: readonly string[];
  /** What every output is after the create. */
  outputs: Record<string, (value: unknown, made: Made) => boolean>;
  changes: readonly Change[];
  edits: readonly Edit[];
  losses: readonly Loss[];
}

/** A function with arguments, and what it gives of the instance. */
export interface FunctionRow {
  name: string;
  /** Tells the rows of one function apart. */
  how?: string;
  /** A preview calls it only where the program asks for that, which it does here. */
  costs?: true;
  /** One answer serves all who ask for it between two writes, where a provider asks for them. */
  shared?: true;
  args: Values;
  calls: Record<Operations, Calls>;
  gives: (seen: Seen) => Values;
}
