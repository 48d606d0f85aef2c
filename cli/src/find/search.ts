import { groupedBy } from "../output/groupedBy.js";
import { keyOf } from "./findings.js";
import type { FoundKind, Sighting } from "./findings.js";
import type { Query } from "./query.js";

/** An id that somebody looked for, with everything that is known of it. */
export interface Found {
  kind: FoundKind;
  id: string;
  names: readonly string[];
  seenIn: readonly string[];
  /** A schedule that is switched off, where it was seen first. */
  isOff: boolean;
}

/** The ids that a query means: kind by kind, in the order of their names. */
export function searchIn(sightings: readonly Sighting[], query: Query): Found[] {
  const meant = sightings.filter((one) => query.has(one));
  const all = [...groupedBy(meant, keyOf).values()].flatMap((seen): Found[] => {
    const [first] = seen;
    if (first === undefined) return [];
    const { kind, id, isOff = false } = first;
    const seenIn = [...new Set(seen.map((one) => one.seenIn))];
    return [{ kind, id, names: namesOf(seen), seenIn, isOff }];
  });
  return [...groupedBy(all, ({ kind }) => kind).values()].flatMap((some) =>
    some.sort((a, b) => byName.compare(a.names[0] ?? "", b.names[0] ?? "")),
  );
}

/** The names of a thing. One without a name, such as a page, has the names of what has its id. */
export function namesOf(seen: readonly Sighting[]): string[] {
  const own = seen.flatMap(({ name }) => name ?? []);
  const others = seen.flatMap(({ also }) => also?.[0] ?? []);
  return [...new Set(own.length > 0 ? own : others)];
}

/** Names of reports often differ only in a number. */
export const byName = new Intl.Collator("en", { numeric: true });
