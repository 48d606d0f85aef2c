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

/** Collects what somebody saw. */
export class FindingsCollector implements Findings {
  readonly sightings: Sighting[] = [];
  readonly links: Link[] = [];
  readonly gaps: Gap[] = [];

  /** Notes an id. `holder` is the name of what has it, such as the schedule of a page. */
  see(
    kind: FoundKind,
    id: string | undefined,
    name: string | undefined,
    seenIn: string,
    holder?: string,
  ): void {
    // The page of a report of a single card, and the card of a page, are 0.
    if (id === undefined || id === "0") return;
    const also = holder === undefined ? [] : [holder];
    this.sightings.push({ kind, id, name: name === "" ? undefined : name, also, seenIn });
  }

  /** Notes the name of a user. A user without a name is only found by the id, which the links show. */
  seeUser({ kind, id }: Party, name: string | undefined, seenIn: string): void {
    if (kind === "user" && name !== undefined && name !== id) this.see(kind, id, name, seenIn);
  }
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
