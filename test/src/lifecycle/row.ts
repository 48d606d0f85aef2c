import type { Call, Mail, State } from "pulumi-platform-simulator";
import type { Operations } from "../../../provider/dist/settings";
import type { ResourceName } from "../provider/inputs";
import type { FaceName } from "./faces";

export type { Operations };
export type Values = Record<string, unknown>;

/** What a preview calls a change; `refused` is a failure that names the field, before any call. */
export type Label = "same" | "update" | "replace" | "refused";

/** Calls as the log of the instance names them, one for each time. */
export type Calls = readonly string[];

/** What is expected in each mode, and through a face where it is otherwise there. */
export type Expected = Record<Operations, Label> & {
  through?: Partial<Record<FaceName, Partial<Record<Operations, Label>>>>;
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
  /** The field is taken out of the program. */
  removed?: true;
  expected: Expected;
  /** The calls of an update, where they are others than those of its kind. */
  calls?: Partial<Record<Operations, Calls>>;
  /** What the field is on the instance afterwards, where the program does not say it. */
  leaves?: unknown;
  /** The calls of its delete afterwards, where they are others than those of its kind. */
  deleted?: Calls;
}

/** One value of an object is changed on the instance, by somebody else. Each has an object of its own. */
export interface Edit {
  /** Path of the input. */
  field: string;
  /** The new value: the one of `other` where it is not said. */
  to?: unknown;
  /** What a look at the instance makes of it: `same` where the platform does not show it. */
  expected: Record<Operations, "same" | "update">;
  /** The calls that repair it, where they are others than those of an update. */
  calls?: Calls;
}

/** The calls of one mode. A verb without calls calls nothing; one that is not there has no way. */
export interface Way {
  create: Calls;
  update?: Calls;
  delete?: Calls;
  /** Once before the first create on an instance. */
  before?: Calls;
  /** For each object at a refresh. */
  read?: Calls;
  /** Once for all objects on an instance at a refresh. */
  list?: Calls;
  /** Once more at a refresh where one object is not to be found. */
  missing?: Calls;
}

/** What can be seen of an instance. */
export interface Seen {
  state: State;
  calls: readonly Call[];
  outbox: readonly Mail[];
}

/** All that is expected of one resource. */
export interface Row {
  resource: ResourceName;
  /** The same inputs for another object: what no two objects can share. */
  apart?: (inputs: Values, n: number) => Values;
  /** There is one on an instance. */
  single?: true;
  documented: Way;
  extended: Way;
  /** The object on the instance in terms of the inputs, live; undefined where it is not there. */
  find: (seen: Seen, id: string, inputs: Values) => Values | undefined;
  /** Inputs that the instance does not hold. */
  unseen?: readonly string[];
  /** What every output is after the create. */
  outputs: Record<string, (value: unknown, found: Values, seen: Seen) => boolean>;
  changes: readonly Change[];
  edits: readonly Edit[];
}

/** A function with arguments, and what it gives of the instance. */
export interface FunctionRow {
  name: string;
  /** Tells the rows of one function apart. */
  how?: string;
  args: Values;
  calls: Record<Operations, Calls>;
  gives: (seen: Seen) => Values;
}
