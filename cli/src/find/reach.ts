import { groupedBy } from "../output/groupedBy.js";
import { keyOf, labelOf, memberOf } from "./findings.js";
import type { Link, Party } from "./findings.js";

/** A thing that reaches somebody, and the group through which it does so. */
export interface Reached {
  link: Link;
  /** Everywhere that shows it. */
  seenIn: readonly string[];
  /** The group that the person belongs to: `group 7000000001 "Analysts"`. */
  through?: string;
}

/** Everything that reaches these people, directly or through the groups that they belong to. */
export function reachOf(links: readonly Link[], parties: readonly Party[]): Reached[] {
  const byParty = groupedBy(links, ({ to }) => keyOf(to));
  const found = new Map<string, Reached & { seenIn: string[] }>();
  const visited = new Set(parties.map(keyOf));
  const queue: { party: Party; through?: string }[] = parties.map((party) => ({ party }));
  for (const { party, through } of queue) {
    for (const link of byParty.get(keyOf(party)) ?? []) {
      const key = JSON.stringify([link.kind, link.id || link.name, link.how, through]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { link, seenIn: [link.seenIn], through });
      else if (!known.seenIn.includes(link.seenIn)) known.seenIn.push(link.seenIn);
      if (link.how !== memberOf || visited.has(keyOf(link))) continue;
      visited.add(keyOf(link));
      queue.push({ party: link, through: labelOf(link.kind, link.id, link.name) });
    }
  }
  return [...found.values()];
}
