import { isGroup } from "pulumi-platform-provider/contract";
import type { Resource, Values } from "pulumi-platform-provider/contract";
import { isSameObject } from "../preview/read.js";
import type { Change } from "../preview/types.js";
import { groupedBy } from "../output/groupedBy.js";
import { counted, firstOf } from "../output/texts.js";
import type { TextFormatter } from "../output/texts.js";
import { withoutSecrets } from "../stack/values.js";
import type { AccessChange } from "./access.js";
import { unlessThrough } from "./accessEffect.js";
import { switchedTo } from "./switch.js";

/** What people lose: `2 schedules stop`, and the names that this counts. */
export interface Loss {
  text: string;
  names: readonly string[];
  /** The groups that lose members. */
  groups?: readonly string[];
}

/** What people lose if the changes are applied: e-mail first, then access. */
export function lossesOf(changes: readonly Change[], access: readonly AccessChange[]): Loss[] {
  // Objects by URN: several can have the same title.
  const stopped = new Map<string, string>();
  const recipients = new Map<string, Set<string>>();
  const noteLost = (name: string, report: string) =>
    recipients.set(name, (recipients.get(name) ?? new Set<string>()).add(report));
  const emptied = new Map<string, string>();
  const mailing = new Map<string, string>();
  for (const change of changes.filter(reachesInstance)) {
    const { urn, resource, before, label, reached = [] } = change;
    const lost =
      resource?.mail?.declared && before
        ? mailLost(resource, before, change, successorOf(change, changes))
        : [];
    if (lost === "all") stopped.set(urn, label);
    for (const name of lost === "all" ? namesMailed(resource, before) : lost) noteLost(name, label);
    const mails = reached.filter(({ when }) => when !== undefined);
    if (losesAllMembers(change)) {
      emptied.set(urn, label);
      for (const { about } of mails) mailing.set(about.urn, about.label);
    } else
      for (const { about, group, leaves } of mails)
        for (const name of leaves) noteLost(name, `${about.label} through ${group}`);
  }
  // Where one schedule stops, and nobody loses another report, the line before names it.
  const reports = new Set([...recipients.values()].flatMap((all) => [...all]));
  const isOne = stopped.size === 1 && reports.size === 1;
  const losing = access.filter(({ losers }) => losers.length > 0);
  const members = losing.filter(isMembership);
  const shares = losing.filter((one) => !isMembership(one));
  const loss = (all: Iterable<string>, text: (count: number) => string): Loss[] => {
    const names = [...all];
    return names.length === 0 ? [] : [{ text: text(names.length), names: withCounts(names) }];
  };
  // A replacement can be about another group than the one that loses members.
  const groupsOf = (all: readonly AccessChange[]) => [
    ...new Set(all.flatMap(({ change: { group, op } }) => (op === "replace" ? [] : (group ?? [])))),
  ];
  const people = (all: readonly AccessChange[]) =>
    new Set(all.flatMap(({ losers }) => losers.map(({ name }) => name)));
  // Several resources can be about the same group or dataset. Their labels hold its id.
  const of = (all: readonly AccessChange[]) =>
    new Set(all.map(({ change }) => `${change.label} ${change.instance?.baseUrl}`)).size;
  return [
    ...(changes.some((change) => switchedTo(change) === false)
      ? [{ text: "The instance is switched off: none of its schedules e-mails", names: [] }]
      : []),
    ...loss(stopped.values(), (count) =>
      verb(count, "schedule", "stops e-mailing", "stop e-mailing"),
    ),
    ...loss(
      [...recipients].map(([name, all]) => (isOne ? name : `${name} (${firstOf([...all], few)})`)),
      (count) => `${verb(count, "recipient", "no longer gets", "no longer get")} a report`,
    ),
    ...loss(
      mailing.values(),
      (count) => `${verb(count, "schedule", "e-mails", "e-mail")} a deleted group`,
    ),
    ...loss(emptied.values(), (count) => `${verb(count, "group", "loses", "lose")} all members`),
    ...["member", "owner"].flatMap((level) => {
      const losing = withLosers(members, level);
      return loss(
        people(losing),
        (count) => `${verb(of(losing), "group", "loses", "lose")} ${counted(count, level)}`,
      ).map((one) => ({ ...one, groups: groupsOf(losing) }));
    }),
    ...loss(
      people(shares),
      (count) =>
        `${verb(of(shares), "dataset", "is", "are")} no longer shared with ${counted(count, "user or group", "users and groups")}`,
    ),
  ];
}

/** At most this many reports of a recipient are named. */
const few = 5;

/** The changes with those of this level alone, without changes where nobody of this level loses access. */
const withLosers = (all: readonly AccessChange[], level: string): AccessChange[] =>
  all
    .map((one) => ({ ...one, losers: one.losers.filter((loser) => loser.level === level) }))
    .filter(({ losers }) => losers.length > 0);

/** Each name once, with the number of objects that have it. */
const withCounts = (names: readonly string[]): string[] =>
  [...groupedBy(names, (name) => name)].map(([name, { length: count }]) =>
    count === 1 ? name : `${name} (${count})`,
  );

const verb = (count: number, noun: string, one: string, more: string): string =>
  `${counted(count, noun)} ${count === 1 ? one : more}`;

/** Whether a change does something to the object that exists. */
const reachesInstance = ({ op, isRetained = false, isKept }: Change): boolean =>
  op === "update" || ((op === "delete" || op === "replace") && !isRetained && isKept !== true);

const losesAllMembers = ({ resource, op }: Change): boolean =>
  op !== "update" && resource?.access?.unnamed !== undefined;

const isMembership = ({ change: { resource } }: AccessChange): boolean =>
  resource?.access?.group !== undefined;

/** The inputs of the object that goes on for the old one. A resource that is renamed and changed gets another object. */
const successorOf = (change: Change, all: readonly Change[]) =>
  change.op !== "delete"
    ? change.after
    : all.find((one) => one.op === "create" && isSameObject(one, change))?.after;

/** The recipients who no longer get the e-mail of an object; `all` if it stops. */
function mailLost(
  resource: Resource,
  before: Values,
  { op, fields, isReplaced }: Change,
  next?: Values,
): "all" | string[] {
  if (!isOn(resource, before) || isReplaced) return [];
  if (next === undefined ? op === "delete" : !isOn(resource, next)) return "all";
  const has = namesMailed(resource, next);
  const but = unlessThrough(has.filter((name) => isGroup({ name })));
  // A program that leaves the recipients out leaves them as they are.
  const isChanged = (path: string) =>
    op === "delete" || fields.some((field) => path.startsWith(field.path));
  return addressees(resource, before)
    .filter(({ name, path }) => !has.includes(name) && isChanged(path))
    .map((one) => (isGroup(one) ? one.name : one.name + but));
}

const addressees = ({ mail }: Resource, values: Values) => mail?.to(withoutSecrets(values)) ?? [];

const namesMailed = (resource: Resource | undefined, values: Values | undefined): string[] =>
  resource && values ? addressees(resource, values).map(({ name }) => name) : [];

/** Whether an object e-mails: its recipients are not known, or it has some, or it has subscribers. */
function isOn({ mail }: Resource, values: Values): boolean {
  const known = withoutSecrets(values);
  const people = mail?.to(known);
  return people === undefined || people.length > 0 || mail?.begins?.(known) === true;
}

/** The losses for a terminal. */
export const lossLines = (losses: readonly Loss[], texts: TextFormatter): string[] =>
  losses.map(({ text, names, groups = [] }) => {
    const of = groups.length === 0 ? "" : `, ${texts.plainList(groups)}`;
    return names.length === 0 ? `${text}.` : `${text}${of}: ${texts.plainList(names)}`;
  });
