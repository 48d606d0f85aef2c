import { groupedBy } from "../output/groupedBy.js";
import type { Connection } from "../instances/connect.js";
import { gapLine } from "../inventory/inventory.js";
import type { Gap } from "../inventory/inventory.js";
import { argumentsFor } from "./arguments.js";
import { keyOf, labelOf, thingOf } from "./findings.js";
import type { Findings, FoundKind, Link, Party, Sighting } from "./findings.js";
import type { Query } from "./query.js";
import { reachOf } from "./reach.js";
import type { StackFindings } from "./stack.js";

/** An id that somebody looked for, with everything that is known of it. */
interface Found {
  kind: FoundKind;
  id: string;
  names: readonly string[];
  seenIn: readonly string[];
  /** A schedule that is switched off, where it was seen first. */
  isOff: boolean;
}

/** An id with the arguments that it fits. */
export interface FoundRow extends Found {
  fits: readonly string[];
}

/** Something that reaches the people who were asked for. */
interface ReachRow extends Pick<Link, "kind" | "id" | "name"> {
  how: string;
  seenIn: readonly string[];
  /** The names of the resources of the stack that manage it; absent without a stack. */
  resources?: readonly string[];
}

/** The answer to a query. */
export interface Result {
  instance: string;
  address: string;
  operations: string;
  stack?: string;
  /** The people whom the words mean; empty if the words are names. */
  people: readonly Party[];
  /** How the people are known. */
  notes: readonly string[];
  found: readonly FoundRow[];
  reaches: readonly ReachRow[];
  /** What could not be looked at. */
  notRead: readonly string[];
}

/** Answers a query from everything that an instance, a stack and an export show. */
export function resultOf(
  query: Query,
  { name: instance, settings }: Pick<Connection, "name" | "settings">,
  { sightings, links, gaps }: Findings,
  stack: StackFindings | undefined,
): Result {
  const { people, notes } = peopleOf(query, sightings, links, stack);
  const keys = people.map(keyOf);
  const reaches = reachOf(people.length === 0 ? [] : links, people).map(
    ({ link, seenIn, through }): ReachRow => {
      const { kind, id } = link;
      const how = through === undefined ? link.how : `${link.how}, through ${through}`;
      const resources = stack && (stack.managed.get(keyOf(thingOf(link))) ?? []);
      // No call names a dataset, and the name of a resource would say little.
      const name =
        kind === "share" ? `dataset ${id}, ${labelOf(link.to.kind, link.to.id)}` : link.name;
      return { kind, id, name, how, seenIn, ...(resources && { resources }) };
    },
  );
  return {
    ...{ instance, address: settings.baseUrl, operations: settings.operations },
    ...(stack !== undefined && { stack: stack.stack }),
    ...{ people, notes },
    found: searchIn(sightings, query)
      .filter((one) => !keys.includes(keyOf(one)))
      .map((one) => ({ ...one, fits: argumentsFor(one.kind) })),
    reaches: reaches.sort((a, b) => orderOf(a) - orderOf(b) || byName.compare(a.name, b.name)),
    notRead: joined(gaps).map(gapLine),
  };
}

/** The ids that a query means: kind by kind, in the order of their names. */
function searchIn(sightings: readonly Sighting[], query: Query): Found[] {
  const meant = sightings.filter((one) => query.has(one));
  const all = [...groupedBy(meant, keyOf).values()].map((seen): Found => {
    const [{ kind, id, isOff = false }] = seen;
    const seenIn = [...new Set(seen.map((one) => one.seenIn))];
    return { kind, id, names: namesOf(seen), seenIn, isOff };
  });
  return [...groupedBy(all, ({ kind }) => kind).values()].flatMap((some) =>
    some.sort((a, b) => byName.compare(a.names[0] ?? "", b.names[0] ?? "")),
  );
}

/** The names of a thing. One without a name, such as a page, has the names of what has its id. */
function namesOf(seen: readonly Sighting[]): string[] {
  const own = seen.flatMap(({ name }) => name ?? []);
  const others = seen.flatMap(({ also }) => also?.[0] ?? []);
  return [...new Set(own.length > 0 ? own : others)];
}

/** Names of reports often differ only in a number. */
const byName = new Intl.Collator("en", { numeric: true });

/** Gaps with the same reason are one. */
const joined = (gaps: readonly Gap[]): Gap[] =>
  [...groupedBy(gaps, ({ ids, reason, of }) => JSON.stringify([reason, ids && of])).values()].map(
    (same): Gap => ({ ...same[0], of: same.map(({ of }) => of).join(", ") }),
  );

const kinds: readonly Link["kind"][] = ["schedule", "share", "group", "sending", "notification"];
const orderOf = ({ kind }: ReachRow): number => kinds.indexOf(kind);

/** The people whom a query means, also by the address or the id that the stack knows of them. */
function peopleOf(
  query: Query,
  sightings: readonly Sighting[],
  links: readonly Link[],
  stack: StackFindings | undefined,
): Pick<Result, "people" | "notes"> {
  const seen = new Set([...sightings, ...links.flatMap((one) => [one, one.to])].map(keyOf));
  const asked = query.parties;
  // A number is the id of a user or of a group. What shows it tells which.
  const isShown = (id: string) => asked.some((one) => one.id === id && seen.has(keyOf(one)));
  const given = asked.filter((one) => seen.has(keyOf(one)) || !isShown(one.id));
  const people = new Map(given.map((one) => [keyOf(one), one]));
  const notes: string[] = [];
  const named = groupedBy(stack?.people ?? [], ({ user, address }) =>
    JSON.stringify([user, address]),
  );
  for (const [{ user, address, seenIn }] of named.values()) {
    const both = [
      { kind: "user", id: user },
      { kind: "address", id: address },
    ];
    if (!both.some((one) => given.some((other) => keyOf(other) === keyOf(one)))) continue;
    notes.push(`${address} is user ${user}, according to ${seenIn}.`);
    for (const one of both) people.set(keyOf(one), one);
  }
  const all = [...people.values()];
  for (const one of all.filter(({ kind }) => kind !== "address")) {
    const shown = sightings.find(({ name, ...other }) => name && keyOf(other) === keyOf(one));
    if (shown?.name === undefined) continue;
    const noun = one.kind === "user" ? "User" : "Group";
    notes.push(`${noun} ${one.id} is "${shown.name}", according to ${shown.seenIn}.`);
  }
  const has = (kind: string) => all.some((one) => one.kind === kind);
  if (has("address") && !has("user")) {
    notes.push("No call shows the user of an address. If you know the id of the user, name both.");
  } else if (has("user") && !has("address")) {
    notes.push("No call shows the address of a user. If you know the address, name both.");
  }
  return { people: all, notes };
}
