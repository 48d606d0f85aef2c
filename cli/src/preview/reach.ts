import { memberChanges, reachedBy, reachesOf, sameReach } from "pulumi-platform-provider/contract";
import type { MemberChange, Reach, Values } from "pulumi-platform-provider/contract";
import { groupedBy } from "../output/groupedBy.js";
import { withoutSecrets } from "../stack/values.js";
import { holdersOf } from "./holdings.js";
import type { Change, Declared, Reached } from "./types.js";

/** Adds to changes of groups and their members which resources of the program e-mail the groups or give them access. */
export const withReached = (
  changes: readonly Change[],
  declared: readonly Declared[],
): Change[] => {
  const byUrn = new Map(changes.map((change) => [change.urn, change]));
  const alike = groupedBy(declared, ({ about }) => keyOf(about));
  return changes.map((change) => {
    const { instance } = change;
    const members = membersOf(change);
    if (members.length === 0) return change;
    const here = declared.filter(({ about }) => about.instance?.baseUrl === instance?.baseUrl);
    const reached = here.flatMap(({ about, inputs }): Reached[] => {
      const { resource, urn } = about;
      if (resource === undefined) return [];
      const { mail = "live" } = about.instance ?? {};
      const reachesIn = (values: Values) => reachesOf(resource, withoutSecrets(values), { mail });
      const own = byUrn.get(urn);
      const before = own === undefined ? inputs : own.before;
      const earlier = before === undefined ? [] : reachesIn(before);
      const others = (alike.get(keyOf(about)) ?? []).filter((one) => one.about.urn !== urn);
      return reachesIn(inputs).flatMap((found) => {
        const reach = withDirect(found, others);
        const had = sameReach(earlier, reach);
        return members.flatMap((change) => {
          const reached = reachedBy(change, reach, had);
          return reached === undefined
            ? []
            : { ...reach, ...reached, about, levelBefore: had?.level };
        });
      });
    });
    return reached.length === 0 ? change : { ...change, reached };
  });
};

/** Resources about the same object have the same. */
const keyOf = ({ resource, label, instance }: Declared["about"]): string =>
  `${instance?.baseUrl} ${resource?.name} ${label}`;

/** Whoever has access by another share of the same dataset neither gets nor loses it with the group. */
function withDirect(reach: Reach, others: readonly Declared[]): Reach {
  if (reach.when !== undefined) return reach;
  const holders = others.flatMap(({ about, inputs }) =>
    about.resource === undefined ? [] : (holdersOf(about.resource, inputs).holders ?? []),
  );
  return { ...reach, direct: [...reach.direct, ...holders] };
}

/** Who joins groups and leaves them because of a change. */
export function membersOf(change: Change): MemberChange[] {
  const { resource, op, before, after, isRetained = false } = change;
  if (resource === undefined || op === "import" || op === "read" || op === "forget") return [];
  const isLeft = isRetained && (op === "delete" || op === "replace");
  const old = before && !isLeft ? withoutSecrets(before) : undefined;
  const inputs = after && withoutSecrets(after);
  return (
    allMembersLost(change) ??
    memberChanges(resource, inputs, old, undefined, change.sharedKeys).map((one) => ({
      ...one,
      joins: newMembers(one, change),
    }))
  );
}

/** Whoever is a member already, or was one because of another resource of the program, does not join. */
const newMembers = ({ joins }: MemberChange, { otherHolders, held = [] }: Change): string[] => {
  const there = [...held, ...(otherHolders?.before ?? [])];
  return joins.filter((name) => !there.some((one) => one.level === "member" && one.name === name));
};

/** The change of the members of a group that Pulumi deletes. */
function allMembersLost(change: Change): MemberChange[] | undefined {
  const { resource, op, id = "", isRetained, isKept } = change;
  if (resource?.access?.unnamed === undefined) return undefined;
  if ((op !== "delete" && op !== "replace") || isRetained || isKept || id === "") return [];
  const group = `${resource.noun} ${id}`;
  return [{ group, joins: [], leaves: [`all members of ${group}`] }];
}
