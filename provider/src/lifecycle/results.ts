import type { Values } from "../definition/values";
import type { Advice } from "../wire/advice";
import type { ErrorCode } from "../wire/errors";
import type { State } from "./instanceIdentity";

/** A line, and what people can do about it. */
export interface Advised {
  text: string;
  /** The code of the failure that it tells or announces. */
  code?: ErrorCode;
  advice: Advice;
}

/** Who gets e-mail because of a resource, as people could read it if it were not counted. */
export interface Mailing {
  text: string;
  /** Undefined where they are not known yet. */
  who?: readonly string[];
  /** `once, when this change is applied`. */
  when: string;
}

/** What a verb tells people, in addition to its result. */
export interface Told {
  /** Shown with the resource. */
  warnings: readonly string[];
  /** Shown with the stack, in the order in which they come. */
  notices: readonly string[];
  /** Which instance this run is for: shown with the stack, before everything else. */
  instance?: string;
  /** What people can do about the warnings and notices, each by its text. */
  advised?: readonly Advised[];
  /** Who gets e-mail; told as data, also where people read a count. */
  mailings?: readonly Mailing[];
}

/** Why inputs are refused. */
export interface Failure {
  /** Property path; empty where no single property is meant. */
  property: string;
  /**
   * Whole sentences that name the property. Pulumi is told no property: it would show the value of the property,
   * which may be secret, and `<nil>` for a nested one.
   */
  reason: string;
  code: ErrorCode;
  /** What people can do; the sentences for it follow the reason where people read it. */
  advice?: Advice;
  /** The same, where the reason says it already. */
  told?: Advice;
}

export interface CheckResult extends Told {
  /** The inputs as they are declared, which is what the state keeps. */
  inputs: Values;
  failures: readonly Failure[];
}

export interface Difference {
  /** Property path. */
  path: string;
  kind: "add" | "delete" | "update";
  /** The property cannot be changed in place. */
  replaces: boolean;
}

export interface DiffResult extends Told {
  differences: readonly Difference[];
  /** A replacement deletes the old object before it creates the new one. */
  deleteBeforeReplace: boolean;
  /** The outputs that no update changes. */
  stable: readonly string[];
}

export interface CreateResult extends Told {
  /** Empty in a preview, where the id is not known. */
  id: string;
  state: State;
}

export interface ReadResult extends Told {
  id: string;
  state: State;
  inputs: Values;
}

export interface UpdateResult extends Told {
  state: State;
}

export type DeleteResult = Told;

/** An object that an import or a list can name. */
export interface Listed {
  id: string;
  name: string;
}

export interface ListResult extends Told {
  /** Absent while the query is not known. */
  objects?: readonly Listed[];
}

export interface FunctionResult extends Told {
  /** Absent where the call failed, or a preview does not make it, as it costs money. */
  result?: Values;
  /** Thrown once the warnings are shown: they may tell why the call failed. */
  error?: Error;
  /** The result may repeat a secret of the arguments. */
  isSecret: boolean;
}

/** A result that tells nothing, or only some of it. */
export function told({ warnings = [], notices = [] }: Partial<Told> = {}): Told {
  return { warnings, notices };
}
