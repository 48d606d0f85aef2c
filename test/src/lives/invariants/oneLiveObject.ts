import type { Values } from "../../lifecycle/tables/row";
import type { Held, ObjectKey } from "../judging/objects";
import { isUnderItsParent, mayBeTwice, naturalKey, unique } from "./judged";
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
    "otherAnswers",
    "otherTokenOrAddress",
    "journalLost",
  ],
  breaches({ observed, history, declared, operations, ...judged }) {
    const { before, after, stack, cut, isFaulted } = observed;
    if (cut !== undefined || isFaulted) return [];
    const held = after.held.get(stack) ?? [];
    // What was replaced or removed is deleted or changed later, also after a run that failed before.
    const canGo = observed.told.code !== 0 && operations === "extended";
    const isDeclared = (one: Held) =>
      declared.some(
        (other) =>
          other.type === one.type &&
          other.name === one.name &&
          isUnderItsParent(one, judged) &&
          naturalKey(other.args) === naturalKey(one.outputs),
      );
    const isLeaving = (key: ObjectKey) =>
      held.some((one) => one.keys.includes(key) && (one.isOld || (canGo && !isDeclared(one))));
    /** A program can declare the same object twice, which its preview says. */
    const isOwn = (key: ObjectKey) =>
      held.some((one) => one.keys.includes(key) && !one.isOld && isDeclared(one));
    /** The program gives it to another resource. */
    const isAdopted = (key: ObjectKey) =>
      declared.some(
        ({ args: { adopt } }) => typeof adopt === "string" && key.endsWith(`/${adopt}`),
      );
    const kinds = new Map<string, ObjectKey[]>();
    for (const [key, values] of after.objects) {
      const kind = kindOf(key, values);
      if (kind === undefined || history.madeBy.get(key) !== stack) continue;
      // What a person told Pulumi to forget belongs to no declaration.
      if (isLeaving(key) || isAdopted(key) || history.released.has(key)) continue;
      if (mayBeTwice(declared, key, values)) continue;
      kinds.set(kind, [...(kinds.get(kind) ?? []), key]);
    }
    return [...kinds.values()].flatMap((keys) => {
      const made = keys.filter((key) => !before.objects.has(key));
      if (made.length === 0 || keys.length < 2) return [];
      const what = `the run made ${made.join(", ")}, and ${keys.join(", ")} are there`;
      return keys.filter((key) => !isOwn(key)).map((key) => ({ what, key }));
    });
  },
};
