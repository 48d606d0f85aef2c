import { isGroup } from "pulumi-platform-provider/contract";
import type { Holder, Values } from "pulumi-platform-provider/contract";
import { accessEffect, unlessThrough } from "./accessEffect.js";
import type { Change, Drift, Reached } from "../preview/types.js";
import { withoutSecrets, withWords } from "../stack/values.js";

/** The effect of a change on the access of people. */
export interface AccessChange {
  change: Change;
  /** The people who get access, lose access or have another level, each as `user 42 (CAN_VIEW)`. */
  gains: string[];
  loses: string[];
  /** Those who lose access. */
  losers: { name: string; level: string }[];
  levels: string[];
  /** Further remarks. */
  notes: string[];
}

/** The effects of changes on the access of people. */
export const accessChanges = (
  changes: readonly Change[],
  drift: readonly Drift[],
): AccessChange[] => {
  const reached = changes.flatMap((change) => change.reached ?? []);
  return [
    ...changes.flatMap((change) => ownAccess(change, drift, reached)),
    ...changes.flatMap(reachedAccess),
  ];
};

/** The access that those get who join a group, and lose who leave it. */
const reachedAccess = (change: Change): AccessChange[] =>
  (change.reached ?? []).flatMap(({ about, group, joins, leaves, direct, level, levelBefore }) => {
    if (level === undefined) return [];
    const before = levelBefore ?? level;
    const ownOf = (name: string) => direct.find((one) => one.name === name)?.level;
    const withOwn = (name: string, given: string) => {
      const own = ownOf(name);
      const without = own === undefined ? "" : `, without the group ${own}`;
      return nameWithLevel({ name, level: given + without });
    };
    const gains = joins.map((name) => withOwn(name, level));
    const loses = leaves.map((name) => withOwn(name, before));
    return {
      ...{ change: { ...change, ...about }, gains, loses },
      // Whoever keeps another level loses no dataset.
      losers: leaves.flatMap((name) => (ownOf(name) === undefined ? { name, level: before } : [])),
      ...{ levels: [], notes: [`through ${group}`] },
    };
  });

function ownAccess(
  change: Change,
  drift: readonly Drift[],
  reached: readonly Reached[],
): AccessChange[] {
  const { resource, op, urn, before, after, fields, isRetained = false } = change;
  // An import changes nothing on the instance.
  if (resource === undefined || op === "import" || op === "read") return [];
  const effect = accessEffect(resource, {
    op,
    ...(before && { old: withoutSecrets(before) }),
    ...(after && { inputs: withoutSecrets(after) }),
    changed: fields.map(({ path }) => path),
    held: change.held ?? [],
    isRetained,
    isCreatedAgain: drift.some((one) => one.urn === urn && one.op === "delete"),
    others: change.otherHolders ?? { before: [], after: [] },
  });
  const { gains, loses, levels, isUnknown, stays, isRepeated, unnamed } = effect;
  const earlier = labelledBefore(change);
  const isSame = earlier.label === change.label;
  // Whoever also leaves a group has no access through it, and the groups of another dataset give none to this one.
  const stayIn = ({ name }: Holder): string[] =>
    effect.groups.filter(
      (group) =>
        isSame &&
        !reached.some(
          (one) => one.about.urn === urn && one.group === group && one.leaves.includes(name),
        ),
    );
  const but = (one: Holder) => (isGroup(one) ? "" : unlessThrough(stayIn(one)));
  const isSomebodyNamed = gains.length + loses.length + levels.length > 0;
  const perhaps = isSame && loses.length > 0 ? ", perhaps also some of those who lose access" : "";
  const notes = [
    ...(isUnknown
      ? [
          `${isSomebodyNamed ? "other" : "the"} users and groups are secret or not known yet${perhaps}`,
        ]
      : []),
    ...(stays ? ["the access that Pulumi no longer manages stays"] : []),
    ...(isRepeated ? ["all declared users and groups get their access again"] : []),
    ...(unnamed === undefined ? [] : [unnamed]),
  ];
  const losing = {
    ...{ change: earlier, gains: [], levels: [], notes: [] },
    loses: loses.map((one) => nameWithLevel(one) + but(one)),
    losers: loses.map((one) => ({ name: one.name + but(one), level: one.level })),
  };
  const gaining = {
    ...{ change, loses: [], losers: [], notes },
    gains: gains.map(nameWithLevel),
    levels: levels.map(({ name, before, level }) => `${name} (${before} → ${level})`),
  };
  const found = isSame
    ? [{ ...gaining, loses: losing.loses, losers: losing.losers }]
    : [losing, gaining];
  return found.filter(({ gains, loses, levels, notes }) =>
    [gains, loses, levels, notes].some(({ length }) => length > 0),
  );
}

/** A replacement by an object of another dataset takes away the access to the first one. */
function labelledBefore(change: Change): Change {
  const { resource, before, after, op } = change;
  if (resource === undefined || before === undefined || op !== "replace") return change;
  const labelOf = (values: Values) => resource.label(withWords(values) as Values);
  const label = labelOf(before);
  return label === labelOf(after ?? {})
    ? change
    : { ...change, label: `${resource.noun} ${label}` };
}

const nameWithLevel = ({ name, level }: Pick<Holder, "name" | "level">): string =>
  `${name} (${level})`;
