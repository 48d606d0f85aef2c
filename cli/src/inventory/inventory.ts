import type { ObjectResource, Values } from "pulumi-platform-provider/contract";

/** An object of an instance, as a program would declare it. */
export interface Item {
  resource: ObjectResource;
  id: string;
  inputs: Values;
  outputs: Values;
  /** Paths of the inputs that the instance does not tell. */
  untold: readonly string[];
  /** Those of them that a program leaves out, so that its stack says nothing of them. */
  unmanaged?: readonly string[];
}

/** What all objects of a kind are called on the command line. */
export { pluralOf } from "pulumi-platform-provider/contract";

/** Something that could not be read. */
export interface Gap {
  /** What it is about: `schedules`, or one object of them. */
  of: string;
  ids?: readonly string[];
  reason: string;
  /** What would close it: options with ids, or extended operations. */
  needs?: "ids" | "extended";
}

/** How many ids a line names. */
const most = 5;

/** A gap as a line. */
export function gapLine({ of, ids = [], reason }: Gap): string {
  const named = ids.slice(0, most).join(", ");
  const more = ids.length > most ? ` and ${ids.length - most} more` : "";
  return ids.length === 0
    ? `${of}: ${reason}`
    : `${ids.length} of ${of} (${named}${more}): ${reason}`;
}

/** What an instance has, as far as it tells. */
export interface Inventory {
  /** The name of the instance. */
  instance: string;
  address: string;
  operations: string;
  items: readonly Item[];
  gaps: readonly Gap[];
  /** Kinds of which the instance shows only objects whose ids somebody named. */
  unlisted?: readonly string[];
}

/** How much of a kind a reading covers. An object that it lacks is gone only if nothing here explains its absence. */
export interface Scope {
  resource: ObjectResource;
  /** The only ids that were asked for, where the platform has no list. */
  asked?: ReadonlySet<string>;
  /** Objects that exist, but whose names do not have the text that was asked for. */
  filteredOut: ReadonlySet<string>;
}

export interface Reading extends Inventory {
  scopes: readonly Scope[];
}
