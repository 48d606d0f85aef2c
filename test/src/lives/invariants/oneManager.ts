import type { Held, ObjectKey } from "../judging/objects";
import type { Observed } from "../judging/observed";
import { declaredNames, isSuccess, isUnderItsParent, nameOf, unique } from "./judged";
import type { Invariant } from "./judged";

export const oneManager: Invariant = {
  name: "an object is managed by at most one resource of all stacks",
  exceptions: ["shared", "outsideTarget", "engineRefuses", "journalLost"],
  breaches({ observed, declared, ...judged }) {
    const { after, before } = observed;
    // A person wrote the state.
    if (/^(?:state|stack) /.test(observed.name)) return [];
    const names = declaredNames(declared);
    // A run that failed may not have come to what the program does not have any more: also under that parent.
    const isDeclared = (one: Held) => names.has(nameOf(one)) && isUnderItsParent(one, judged);
    const isLeaving = (stack: number, one: Held) =>
      stack === observed.stack && !isSuccess(observed) && !isDeclared(one);
    const managersOf = (held: Observed["after"]["held"]) => {
      const managers = new Map<ObjectKey, string[]>();
      for (const [stack, all] of held) {
        for (const one of all) {
          const { keys, type, urn, isOld } = one;
          if (isLeaving(stack, one)) continue;
          // The platform has one permission, whoever asks for it, and a state can have it in the middle of a rename.
          if (
            !unique.includes(type) &&
            (isOld || !isSuccess(observed) || stack !== observed.stack || !isDeclared(one))
          )
            continue;
          for (const key of keys.map((known) =>
            unique.includes(type) ? known : `${known} of stack ${stack}`,
          ))
            managers.set(key, [
              ...(managers.get(key) ?? []),
              `stack ${stack}: ${urn}${isOld ? " (old)" : ""}`,
            ]);
        }
      }
      return managers;
    };
    const earlier = managersOf(before.held);
    return [...managersOf(after.held)]
      .filter(([key, all]) => all.length > Math.max(1, earlier.get(key)?.length ?? 0))
      .map(([key, all]) => ({ what: `${key} is managed by ${all.join(" and ")}`, key }));
  },
};
