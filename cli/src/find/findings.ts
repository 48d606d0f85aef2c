import type { IdKind } from "pulumi-platform-provider/contract";
import type { Gap } from "../inventory/inventory.js";

/** What an id belongs to. An address is its own id. */
export type FoundKind = IdKind | "address";

/** A place that shows an id. */
export interface Sighting {
  kind: FoundKind;
  id: string;
  name?: string;
  /** The names of what has the id, such as the schedule of a page. They find it, too. */
  also?: readonly string[];
  seenIn: string;
  /** A schedule that is switched off. */
  isOff?: boolean;
}

/** Somebody who can get e-mail or access: a user, a group or an address. */
export interface Party {
  kind: string;
  id: string;
}

/** Something that reaches somebody. */
export interface Link {
  kind: "schedule" | "share" | "group" | "sending" | "notification";
  /** Empty for an action. */
  id: string;
  name: string;
  to: Party;
  how: string;
  /** The instance or the stack. */
  seenIn: string;
}

/** Everything that was seen. */
export interface Findings {
  sightings: readonly Sighting[];
  links: readonly Link[];
  gaps: readonly Gap[];
}

/** How those who belong to a group are linked to it: they get what reaches the group. */
export const memberOf = "member";

/** How a schedule reaches somebody. One that is switched off sends nothing until somebody switches it on. */
export const howOf = (how: "recipient" | "owner", enabled: unknown): string =>
  enabled === false ? offLabel(how) : how;

/** A word about a schedule that is switched off. */
export const offLabel = (word: string): string => `${word} (switched off)`;

/** The key of a thing or of somebody. */
export const keyOf = ({ kind, id }: { kind: string; id: string }): string =>
  JSON.stringify([kind, id]);

/** What a resource manages: an action has only a name, and several resources can share one dataset with others. */
export const thingOf = ({
  kind,
  id,
  name,
  to,
}: Pick<Link, "kind" | "id" | "name"> & { to?: Party }) =>
  kind === "share" && to !== undefined
    ? { kind, id: `${id} ${keyOf(to)}` }
    : { kind, id: id || name };

/** A thing in a line: `schedule 4294967291 "Weekly sales"`. */
export const labelOf = (kind: string, id: string, name = ""): string =>
  [kind, id, name === "" || name === id ? "" : `"${name}"`].filter((part) => part !== "").join(" ");
