import type { Gap } from "../inventory/inventory.js";
import type { Findings, FoundKind, Link, Party, Sighting } from "./findings.js";

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
