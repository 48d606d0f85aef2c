import type { ObjectKey } from "../objects";
import { isWhole } from "./judged";
import type { Invariant } from "./judged";

export const noOrphans: Invariant = {
  name: "nothing that a run made is left without a resource",
  broken({ observed, history, declared }) {
    if (!isWhole(observed)) return [];
    const titles = new Set(declared.map(({ args }) => args.title ?? args.name));
    // A person removed the resource before any run could take over what a killed run had made.
    const isGivenUp = (key: ObjectKey) => {
      const { title, name } = observed.after.objects.get(key) ?? {};
      return history.hadCut && !titles.has(title ?? name);
    };
    const managed = new Set([...observed.after.held.values()].flat().flatMap(({ keys }) => keys));
    return [...observed.after.objects.keys()]
      .filter((key) => history.madeBy.get(key) === observed.stack)
      .filter(
        (key) =>
          !managed.has(key) &&
          !history.released.has(key) &&
          !history.given.has(key) &&
          !isGivenUp(key),
      )
      .map((key) => `${key} was made by this stack, and no state has it`);
  },
};
