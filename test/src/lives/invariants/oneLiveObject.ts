import type { Values } from "../../lifecycle/row";
import type { ObjectKey } from "../objects";
import { isUnderItsParent, naturalKey, unique } from "./judged";
import type { Invariant } from "./judged";

/** What people tell an object by, with its instance and type. */
const kindOf = (key: ObjectKey, values: Values): string | undefined => {
  const [place = ""] = key.split("/");
  return unique.some((type) => place.endsWith(` ${type}`))
    ? `${place} ${naturalKey(values)}`
    : undefined;
};

export const oneLiveObject: Invariant = {
  name: "one declaration has at most one live object",
  exceptions: [
    "shared",
    "givenAway",
    "outsideTarget",
    "removedAfterKill",
    "otherTokenOrAddress",
    "journalLost",
  ],
  breaches({ observed, history, declared, operations, ...judged }) {
    const { before, after, stack, cut, isFaulted } = observed;
    if (cut !== undefined || isFaulted) return [];
    const held = after.held.get(stack) ?? [];
    // What was replaced or removed is deleted or changed later, also after a run that failed before.
    const canGo = observed.told.code !== 0 && operations === "extended";
    const isLeaving = (key: ObjectKey) =>
      held.some((one) => {
        const { isOld, type, name, keys, outputs } = one;
        const stays = declared.some(
          (other) =>
            other.type === type &&
            other.name === name &&
            isUnderItsParent(one, judged) &&
            naturalKey(other.args) === naturalKey(outputs),
        );
        return keys.includes(key) && (isOld || (canGo && !stays));
      });
    /** The program gives it to another resource. */
    const isAdopted = (key: ObjectKey) =>
      declared.some(
        ({ args: { adopt } }) => typeof adopt === "string" && key.endsWith(`/${adopt}`),
      );
    /** A program can declare the same object twice, which its preview says. */
    const isAsked = (kind: string, count: number) => {
      const alike = declared.filter(({ args, type }) =>
        kind.endsWith(`${type} ${naturalKey(args)}`),
      );
      return alike.length >= count || alike.some(({ args }) => args.allowDuplicate === true);
    };
    const kinds = new Map<string, ObjectKey[]>();
    for (const [key, values] of after.objects) {
      const kind = kindOf(key, values);
      if (kind === undefined || history.madeBy.get(key) !== stack) continue;
      // A person told Pulumi to forget it.
      if (isLeaving(key) || isAdopted(key) || history.released.has(key)) continue;
      kinds.set(kind, [...(kinds.get(kind) ?? []), key]);
    }
    return [...kinds].flatMap(([kind, keys]) => {
      const made = keys.filter((key) => !before.objects.has(key));
      const [key] = made;
      if (keys.length < 2 || key === undefined || isAsked(kind, keys.length)) return [];
      // An exception of any of them allows all.
      const others = keys.filter((one) => !made.includes(one));
      const isExcepted = (one: ObjectKey) => history.given.has(one) || history.shared.has(one);
      const other = others.find(isExcepted) ?? others[0] ?? key;
      return [
        { what: `the run made ${made.join(", ")}, and ${keys.join(", ")} are there`, key: other },
      ];
    });
  },
};
