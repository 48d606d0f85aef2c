import { isDone } from "./judged";
import type { Invariant } from "./judged";

export const noOrphans: Invariant = {
  name: "nothing that a run made is left without a resource",
  exceptions: ["outsideTarget", "released", "givenAway", "removedAfterKill", "otherTokenOrAddress"],
  breaches({ observed, history }) {
    if (!isDone(observed)) return [];
    const managed = new Set([...observed.after.held.values()].flat().flatMap(({ keys }) => keys));
    return [...observed.after.objects.keys()]
      .filter((key) => history.madeBy.get(key) === observed.stack && !managed.has(key))
      .map((key) => ({ what: `${key} was made by this stack, and no state has it`, key }));
  },
};
