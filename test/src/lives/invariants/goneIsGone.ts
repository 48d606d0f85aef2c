import { declaredNames, live, nameOf, unique } from "./judged";
import type { Invariant } from "./judged";

export const goneIsGone: Invariant = {
  name: "nothing is called gone that is there",
  exceptions: ["shared", "released", "changedByHand", "givenAway", "otherTokenOrAddress"],
  breaches({ observed, declared, parents }) {
    const { before, after, stack, name, told } = observed;
    if (!["refresh", "up"].includes(name)) return [];
    const ours = live(before.held.get(stack)).filter(
      ({ type }) => unique.includes(type) || type === "Certification",
    );
    // What a replacement leaves to be deleted is not dropped yet.
    const later = after.held.get(stack) ?? [];
    return ours.flatMap((one) => {
      const [key = ""] = one.keys;
      if (!after.objects.has(key) || !before.objects.has(key)) return [];
      if (later.some(({ keys }) => keys.includes(key))) return [];
      const ops = told.ops.get(one.name) ?? [];
      const isReplaced = ops.some((op) => op.includes("replace"));
      // With another parent it is another resource.
      const isDeclared =
        declaredNames(declared).has(nameOf(one)) && one.urn.includes("$") === parents.has(one.name);
      const isAsked = name === "up" && (!isDeclared || isReplaced);
      if (isAsked) return [];
      return [{ what: `${one.urn}: the state dropped ${key}, which exists`, key }];
    });
  },
};
