import type { changedHolders, Holder } from "../../definition/access";
import { isGroup } from "../../definition/mail";
import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import { butThrough, few, nameOf } from "./messageParts";
import type { Notice } from "../notices";

export interface Joining {
  joins: readonly string[];
  leaves: readonly string[];
}

/** Who joins a group or leaves it. */
export interface MemberChange extends Joining {
  group: string;
  /** Who becomes an owner, and who no longer is one. An e-mail to a group goes to its members. */
  owners?: Joining;
}

const nobody: Joining = { joins: [], leaves: [] };

const namesOf = (people: readonly string[], noun = "members"): string =>
  people.length <= few ? people.join(", ") : `${people.length} ${noun}`;

/** The parts about somebody, in one sentence. */
const sentence = (
  ...parts: [people: readonly string[], say: (who: string) => string, noun?: string][]
) =>
  parts
    .flatMap(([people, say, noun]) => (people.length === 0 ? [] : [say(namesOf(people, noun))]))
    .join(", and ");

/** The members of a group change. */
export function changesMembers(
  resource: Resource,
  inputs: Values,
  { group, joins, leaves, owners = nobody }: MemberChange,
): Notice {
  const said = sentence(
    [joins, (who) => `${who} will join ${group}`],
    [leaves, (who) => `${who} will leave ${group}`],
    [owners.joins, (who) => `${who} will own ${group}`, "users and groups"],
    [owners.leaves, (who) => `${who} will no longer own ${group}`, "owners"],
  );
  const line = `${nameOf(resource, inputs)}: ${said}.`;
  return { kind: "members of groups", first: line, next: line };
}

/** New members and owners of a resource are in the group already. */
export function alreadyMembers(
  resource: Resource,
  inputs: Values,
  held: readonly { name: string; level: string }[],
): Notice {
  const namesWith = (level: string) => held.flatMap((one) => (one.level === level ? one.name : []));
  const said = sentence(
    [namesWith("member"), (who) => `already in the group: ${who}`],
    [namesWith("owner"), (who) => `already owners: ${who}`, "owners"],
  );
  return {
    ...{ kind: "already members", isAboutEach: true },
    first: `${nameOf(resource, inputs)}: ${said}.`,
    several: (resources) => `${resources} have members or owners who are in the group already.`,
  };
}

/** A new share changes the level of those who have access, or gives them what they have. */
export function alreadyHaveAccess(
  resource: Resource,
  inputs: Values,
  same: readonly Holder[],
  levels: readonly (Holder & { before: string })[],
): Notice {
  const noun = "users and groups";
  const said = sentence(
    [levels.map(levelText), (who) => `will change the access of ${who}`, noun],
    [same.map(accessText), (who) => `finds that ${who} already ${haveIt(same)}`, noun],
  );
  return {
    ...{ kind: "already have access", isAboutEach: true },
    first: `${nameOf(resource, inputs)} ${said}.`,
    several: (resources) => `${resources} are about users and groups who have access already.`,
  };
}

const haveIt = ({ length }: { length: number }) => `${length === 1 ? "has" : "have"} the access`;
const accessText = ({ name, level }: Holder) => `${name} (${level})`;
const levelText = ({ name, before, level }: Holder & { before: string }) =>
  `${name} (from ${before} to ${level})`;

/** An object gives other users and groups access, or another level. */
export function changesAccess(
  resource: Resource,
  inputs: Values,
  change: ReturnType<typeof changedHolders> & { areMore?: boolean },
): Notice {
  const { gains, loses, levels, groups, areMore = false } = change;
  const noun = "users and groups";
  // No group is a member of a group, as far as is known.
  const isOfPeople = loses.some((one) => !isGroup(one));
  const but = `${isOfPeople ? butThrough(groups) : ""}${areMore ? ", unless the program gives it under an id that is not known yet" : ""}`;
  const [joins, others] = [gains.map(accessText), levels.map(levelText)];
  const leaves = loses.map(({ name }) => name);
  const said = sentence(
    [joins, (who) => `will give access to ${who}`, noun],
    [others, (who) => `will change the access of ${who}`, noun],
    [leaves, (who) => `will no longer give access to ${who}${but}`, noun],
  );
  return {
    kind: "changes access",
    isAboutEach: true,
    first: `${nameOf(resource, inputs)} ${said}.`,
    several: (resources) => `${resources} change who has access.`,
  };
}

/** Pulumi deleted a resource, and its members left the group. A provider does not see a delete in the preview. */
export function membersLeft(
  resource: Resource,
  state: Values,
  { group, leaves, owners = nobody }: MemberChange,
): Notice {
  const said = sentence(
    [leaves, (who) => `${who} left ${group}, unless a rule of the group keeps them`],
    [owners.leaves, (who) => `${who} lost the ownership of ${group}`, "owners"],
  );
  const line = `${nameOf(resource, state)}: ${said}.`;
  return { kind: "members that left groups", first: line, next: line };
}

/** A resource reaches those who join a group, and no longer those who leave it. */
export function reachesMembers(
  resource: Resource,
  inputs: Values,
  { when, level, levelBefore }: { when?: string; level?: string; levelBefore?: string },
  { group, joins, leaves }: MemberChange,
  /** What changes the members. */
  by: string,
): Notice {
  const isMail = when !== undefined;
  const said = sentence(
    [
      joins,
      (who) =>
        isMail ? `will also e-mail ${who} ${when}` : `will also give ${who} access (${level})`,
    ],
    [
      leaves,
      (who) =>
        isMail
          ? `will no longer e-mail ${who}`
          : `will no longer give ${who} access (${levelBefore})`,
    ],
  );
  return {
    kind: `${isMail ? "mail" : "access"} through ${group}, changed by ${by}`,
    first: `Through ${group}, ${nameOf(resource, inputs)} ${said}.`,
    // People can leave only.
    several: (resources, people, _runs, isNobodyNamed) =>
      `Through ${group}, ${resources} reach other members${isMail && !isNobodyNamed ? `: ${people} more` : ""}.`,
    ...(isMail && {
      people: joins.length,
      mails: { who: joins, when: `${when} through ${group}` },
    }),
  };
}

/** Pulumi deleted an object that gave access. */
export function lostAccess(resource: Resource, state: Values, who: string): Notice {
  const line = `${nameOf(resource, state)} is deleted: ${who}.`;
  return {
    kind: "lost access",
    first: line,
    several: (resources) => `${resources} are deleted, and no longer give access.`,
  };
}

/** Those who lose the access that an object gave them. */
export const losesAccess = (names: readonly string[]): string =>
  names.length <= few
    ? `${names.join(", ")} ${names.length === 1 ? "loses" : "lose"} the access`
    : `${names.length} users and groups lose the access`;
