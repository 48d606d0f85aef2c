import { isGroup } from "../definition/mail";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { changesMembers, reachesMembers } from "../report/messages/index";
import type { Joining, MemberChange } from "../report/messages/index";
import type { Notice } from "../report/notices";
import type { Settings } from "../settings/index";
import { sentInputs } from "./mailPolicy";

/** What a resource does for all members of a group. */
export interface Reach {
  /** The group in messages: `group 7`. */
  group: string;
  /** The resource e-mails them repeatedly: `on every run`. */
  when?: string;
  /** The resource gives them access with this level. */
  level?: string;
  /** The levels of access, the strongest first. */
  levels?: readonly string[];
  /** Whom the resource reaches without the group, and with which level of access. */
  direct: readonly { name: string; level?: string }[];
}

interface InGroup {
  group: string;
  name: string;
  level: string;
  key: string;
}

/** The groups that a resource e-mails repeatedly, or gives access. */
export function reachesOf(
  resource: Resource,
  inputs: Values,
  settings: Pick<Settings, "mail">,
): Reach[] {
  const { mail, access } = resource;
  const sent = mail?.declared && sentInputs(resource, inputs, settings);
  const mailed = (sent && mail.to(sent)) ?? [];
  const holders = (access?.group === undefined && access?.holders?.(inputs)) || [];
  const direct = mailed.map(({ name }) => ({ name }));
  return [
    ...mailed.filter(isGroup).map(({ name }) => ({ group: name, when: mail?.when, direct })),
    ...holders.filter(isGroup).map(({ name, level }) => ({
      ...{ group: name, level, levels: access?.levels, direct: holders },
    })),
  ];
}

/** The reach of the same group, with the same kind of mail or with access. */
export const sameReach = (reaches: readonly Reach[], { group, when }: Reach): Reach | undefined =>
  reaches.find((one) => one.group === group && one.when === when);

/** Whom a resource begins or ceases to reach when the members of a group change; undefined if nobody. */
export function reachedBy(
  change: MemberChange,
  reach: Reach,
  /** How the resource reached the group before the run. */
  before: Reach | undefined,
): MemberChange | undefined {
  if (change.group !== reach.group) return undefined;
  const { direct, levels = [] } = reach;
  const rankOf = (level = "") => levels.indexOf(level);
  // Whoever has a weaker level without the group gets that of the group, too.
  const without = (names: readonly string[], level?: string) =>
    names.filter(
      (name) => !direct.some((one) => one.name === name && rankOf(one.level) <= rankOf(level)),
    );
  const joins = without(change.joins, reach.level);
  // Nobody loses what the resource only begins to give.
  const leaves = before === undefined ? [] : without(change.leaves, before.level);
  return joins.length + leaves.length === 0 ? undefined : { ...change, joins, leaves };
}

/** Who joins and leaves groups when the inputs replace the old ones. Nobody who is there already joins. */
export function memberChanges(
  resource: Resource,
  inputs: Values | undefined,
  old: Values | undefined,
  there?: Values,
  ownedElsewhere: readonly string[] = [],
): MemberChange[] {
  const { access } = resource;
  const peopleIn = (values: Values | undefined): InGroup[] => {
    if (values === undefined || access?.group === undefined) return [];
    const group = access.group(values) ?? "a group that is not known yet";
    return (access.holders?.(values) ?? []).map((one) => ({ group, ...one }));
  };
  const [before = [], after = [], shown = []] = [old, inputs, there].map(peopleIn);
  const own = before.filter(({ key }) => !ownedElsewhere.includes(key));
  const changeOf = (group: string, level: string): Joining => {
    const namesIn = (all: readonly InGroup[]) =>
      all.flatMap((one) => (one.group === group && one.level === level ? one.name : []));
    const [had, has, isThere] = [namesIn(before), namesIn(after), namesIn(shown)];
    return {
      joins: has.filter((name) => !had.includes(name) && !isThere.includes(name)),
      leaves: namesIn(own).filter((name) => !has.includes(name)),
    };
  };
  const isSame = ({ joins, leaves }: Joining) => joins.length + leaves.length === 0;
  const groups = new Set([...before, ...after].map(({ group }) => group));
  return [...groups].flatMap((group) => {
    const [members, owners] = [changeOf(group, "member"), changeOf(group, "owner")];
    if (isSame(members) && isSame(owners)) return [];
    return [{ group, ...members, ...(!isSame(owners) && { owners }) }];
  });
}

interface Checked {
  resource: Resource;
  /** The inputs after the policy. */
  inputs: Values;
  old?: Values;
  /** What the instance has of the inputs. */
  there?: Values;
  identity?: string;
  /** The exclusive keys of the old inputs that another resource of the program declares. */
  ownedElsewhere?: readonly string[];
}

/** A line about a resource, which can be another one than the one that is checked. */
interface About {
  about: string;
  line: Notice;
}

/**
 * Knows which resources of the program reach the members of a group, and who joins the group or leaves it. The engine
 * checks the resources in any order, so each check can complete a pair.
 */
export class GroupReach {
  readonly #reaches: { about: string; checked: Checked; reach: Reach; before?: Reach }[] = [];
  readonly #changes: { about: string; change: MemberChange }[] = [];

  /** The lines that follow from the check of a resource. */
  note(checked: Checked, settings: Pick<Settings, "mail">): About[] {
    const { resource, inputs, old, there, identity, ownedElsewhere } = checked;
    const about = identity ?? `${resource.name} ${JSON.stringify(inputs)}`;
    const changed = memberChanges(resource, inputs, old, there, ownedElsewhere);
    const changes = changed.map((change) => ({ about, change }));
    const earlier = old === undefined ? [] : reachesOf(resource, old, settings);
    const reaches = reachesOf(resource, inputs, settings).map((reach) => ({
      ...{ about, checked, reach, before: sameReach(earlier, reach) },
    }));
    const pairs = [
      ...changes.flatMap((change) => this.#reaches.map((reach) => ({ change, reach }))),
      ...reaches.flatMap((reach) => this.#changes.map((change) => ({ change, reach }))),
    ];
    this.#changes.push(...changes);
    this.#reaches.push(...reaches);
    return [
      ...changes.map(({ change }) => ({ about, line: changesMembers(resource, inputs, change) })),
      ...pairs.flatMap(
        ({ change: { change, about: by }, reach: { about: of, checked, reach, before } }) => {
          const reached = reachedBy(change, reach, before);
          return reached === undefined
            ? []
            : {
                about: of,
                line: reachesMembers(
                  checked.resource,
                  checked.inputs,
                  { ...reach, levelBefore: before?.level },
                  reached,
                  by,
                ),
              };
        },
      ),
    ];
  }
}
