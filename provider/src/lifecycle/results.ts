import { get } from "../definition/paths";
import type { Values } from "../definition/values";
import type { Failure, Diagnostics } from "../report/diagnostics";

export interface CheckResult extends Diagnostics {
  /** The inputs after the policy. The state keeps them. */
  inputs: Values;
  failures: readonly Failure[];
}

export interface Difference {
  /** Property path. */
  path: string;
  kind: "add" | "delete" | "update";
  /** The property cannot be changed in place. */
  replaces: boolean;
  /** The items of a list that differ, at their places. An order without meaning moves no item. */
  items?: readonly { index: number; kind: Difference["kind"] }[];
}

export function differenceAt(
  path: string,
  state: Values,
  inputs: Values,
  replaces: readonly string[] = [],
): Difference {
  const kind =
    get(state, path) === undefined ? "add" : get(inputs, path) === undefined ? "delete" : "update";
  return { path, kind, replaces: replaces.includes(path) };
}

export interface DiffResult extends Diagnostics {
  differences: readonly Difference[];
  /** A replacement deletes the old object before it creates the new one. */
  deleteBeforeReplace: boolean;
  stable: readonly string[];
}

export interface UpdateResult extends Diagnostics {
  state: Values;
}

export interface CreateResult extends UpdateResult {
  /** Empty in a preview, where the id is not known. */
  id: string;
}

export interface ReadResult extends CreateResult {
  inputs: Values;
}

/** An object that an import or a list can name. */
export interface Listed {
  id: string;
  name: string;
}

export interface ListResult extends Diagnostics {
  /** Absent while the query is not known. */
  objects?: readonly Listed[];
}

export interface FunctionResult extends Diagnostics {
  /** Absent if the call failed, or if a preview skipped it because it costs money. */
  result?: Values;
  /** Thrown after the warnings are shown, because they can explain the failure. */
  error?: Error;
  /** The result can repeat a secret of the arguments. */
  isSecret: boolean;
}
