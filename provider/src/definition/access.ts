import { isGroup } from "./mail";
import { holdsUnknown, knownItems } from "./unknowns";
import type { Values } from "./values";

/** A user or group that has access because of an object. */
export interface Holder {
  /** The user or group in messages: `user 42`. */
  name: string;
  /** The access level, as the platform spells it: `CAN_VIEW`. */
  level: string;
  /** The exclusive key of this access, whatever its level. */
  key: string;
}

/** What an object does to the access of people. */
export interface AccessEffect<Inputs> {
  /** Who has access because of these inputs; undefined if some are not known yet. */
  holders?: (inputs: Inputs) => readonly Holder[] | undefined;
  /** The levels, the strongest first. */
  levels?: readonly string[];
  /** The group that the holders with the level `member` join, in messages: `group 7`. Undefined while it is not known. */
  group?: (inputs: Inputs) => string | undefined;
  /** The inputs that decide who has access. */
  from?: readonly string[];
  /** In words, what people whom the program does not name lose if this happens to the object. */
  unnamed?: Record<"deleted" | "replaced" | "createdAgain", string>;
}

/** The known holders, and whether further ones are not known yet. Undefined if nothing is known of them. */
export interface KnownHolders {
  holders?: readonly Holder[];
  areMore: boolean;
}

export function knownHolders(
  access: AccessEffect<Values> | undefined,
  inputs: Values,
): KnownHolders {
  const all = access?.holders?.(inputs);
  if (access?.holders === undefined || all !== undefined)
    return { holders: all ?? [], areMore: false };
  const { holders, from = [] } = access;
  if (from.some((path) => isUnknownWhole(inputs[path]))) return { areMore: true };
  return { holders: holders(knownItems(inputs)) ?? [], areMore: true };
}

const isUnknownWhole = (value: unknown): boolean => !Array.isArray(value) && holdsUnknown(value);

/** Who gets access, who loses it, and whose level changes. Other resources give access to the others. */
export function changedHolders(
  had: readonly Holder[],
  has: readonly Holder[],
  others: { before: readonly Holder[]; after: readonly Holder[] },
) {
  const byKey = (holders: readonly Holder[]) => new Map(holders.map((one) => [one.key, one]));
  const [before, after] = [byKey([...others.before, ...had]), byKey([...others.after, ...has])];
  return {
    gains: has.filter(({ key }) => !before.has(key)),
    loses: had.filter(({ key }) => !after.has(key)),
    /** The groups that have access, also for those who lose their own. */
    groups: has.filter(isGroup).map(({ name }) => name),
    /** With the level before. */
    levels: has.flatMap((one) => {
      const earlier = before.get(one.key)?.level ?? one.level;
      return earlier === one.level ? [] : [{ ...one, before: earlier }];
    }),
  };
}
