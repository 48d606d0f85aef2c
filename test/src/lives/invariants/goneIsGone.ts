import { declaredNames, isUnderItsParent, live, nameOf, unique } from "./judged";
import type { Invariant } from "./judged";

export const goneIsGone: Invariant = {
  name: "nothing is called gone that is there",
  exceptions: [
    "shared",
    "released",
    "changedByHand",
    "givenAway",
    "otherTokenOrAddress",
    "otherAnswers",
  ],
  breaches({ observed, declared, ...judged }) {
    const { before, after, stack, name, told } = observed;
    if (!["refresh", "up", "preview", "plan"].includes(name)) return [];
    const isPreview = name === "preview" || name === "plan";
    const ours = live(before.held.get(stack)).filter(
      ({ type }) => unique.includes(type) || type === "Certification",
    );
    // What a replacement leaves to be deleted is not dropped yet.
    const later = after.held.get(stack) ?? [];
    return ours.flatMap((one) => {
      const [key = ""] = one.keys;
      if (!after.objects.has(key) || !before.objects.has(key)) return [];
      const ops = told.ops.get(one.name) ?? [];
      // A preview leaves the state as it is, and says that it would create the object again.
      const isKept = isPreview
        ? !ops.includes("create")
        : later.some(({ keys }) => keys.includes(key));
      if (isKept) return [];
      const isReplaced = ops.some((op) => op.includes("replace"));
      // With another parent it is another resource.
      const isDeclared = declaredNames(declared).has(nameOf(one)) && isUnderItsParent(one, judged);
      const isAsked = name !== "refresh" && (!isDeclared || isReplaced);
      if (isAsked) return [];
      return [
        {
          what: `${one.urn}: ${isPreview ? "the preview creates" : "the state dropped"} ${key}, which exists`,
          key,
        },
      ];
    });
  },
};
