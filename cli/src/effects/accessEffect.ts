import { changedHolders } from "pulumi-platform-provider/contract";
import type { Holder, Resource, Values } from "pulumi-platform-provider/contract";
import { holdersOf } from "../preview/holdings.js";

/** The change that Pulumi would make to an object. */
interface ObjectChange {
  /** A `forget` removes the object from the state, and leaves it on the instance. */
  op: "create" | "update" | "replace" | "delete" | "forget";
  /** The inputs in the state, and those of the program. */
  old?: Values;
  inputs?: Values;
  /** The paths that differ. */
  changed: readonly string[];
  /** What a create or an update finds on the instance. */
  held: readonly Holder[];
  /** The deleted or replaced object stays on the instance, because the program sets `retainOnDelete`. */
  isRetained: boolean;
  /** Somebody deleted the object on the instance. */
  isCreatedAgain: boolean;
  /** Who has access because of other resources, in the state and in the program. */
  others: { before: readonly Holder[]; after: readonly Holder[] };
}

/** The effect of a change on the access of people. */
interface AccessEffect {
  gains: readonly Holder[];
  loses: readonly Holder[];
  /** The groups that have access, also for those who lose their own. */
  groups: readonly string[];
  /** The holders whose level changes, with the level before. */
  levels: readonly (Holder & { before: string })[];
  /** Further people gain or lose access who are not known. */
  isUnknown: boolean;
  /** Access stays on the instance, although the program no longer declares it. */
  stays: boolean;
  /** People who already have access get it again. */
  isRepeated: boolean;
  /** The loss of people whom the program does not name, in words. */
  unnamed?: string;
}

/** Whoever is left out can still be a member of a group. */
export const unlessThrough = (groups: readonly string[]): string =>
  groups.length === 0 ? "" : ` (unless as a member of ${groups.join(", ")})`;

const none: AccessEffect = {
  ...{ gains: [], loses: [], groups: [], levels: [] },
  ...{ isUnknown: false, stays: false, isRepeated: false },
};

/** The people who gain or lose access through a change. */
export function accessEffect(resource: Resource, change: ObjectChange): AccessEffect {
  const { op, changed, others } = change;
  const isDeleted = op === "delete" || op === "replace";
  const { unnamed, from = [], group } = resource.access ?? {};
  if (unnamed !== undefined) {
    if (isDeleted && !change.isRetained) {
      return { ...none, unnamed: op === "delete" ? unnamed.deleted : unnamed.replaced };
    }
    return change.isCreatedAgain && op === "create"
      ? { ...none, unnamed: unnamed.createdAgain }
      : none;
  }
  const old = op === "create" ? undefined : change.old;
  const inputs = op === "delete" || op === "forget" ? undefined : change.inputs;
  const [before, after] = [holdersOf(resource, old), holdersOf(resource, inputs)];
  // An update that leaves the unknown inputs unchanged has no effect.
  const isAffected = op !== "update" || from.some((path) => changed.includes(path));
  if (before.holders === undefined || after.holders === undefined)
    return { ...none, isUnknown: isAffected };
  const had = [...before.holders, ...change.held];
  const { gains, loses, levels, groups } = changedHolders(had, after.holders, others);
  const isLeft = op === "forget" || (isDeleted && change.isRetained);
  return {
    ...none,
    ...{ gains, levels, groups: group === undefined ? groups : [] },
    loses: isLeft ? [] : loses,
    isUnknown: isAffected && (before.areMore || after.areMore),
    stays: isLeft && loses.length > 0,
    isRepeated: after.holders.length > 0 && op === "update" && changed.includes("triggers"),
  };
}
