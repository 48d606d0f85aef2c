import type { Values } from "../../lifecycle/tables/row";
import { unique } from "./judged";
import type { Invariant } from "./judged";

/** Whether the run says that nobody can tell whether an object of this name was created. */
const isCalledUnknown = ({ name, title = name }: Values = {}, text: string): boolean =>
  text.includes("Could not check whether ") && text.includes(`"${String(title)}" was created`);

export const answersAreKept: Invariant = {
  name: "what a run made and lived to hear of is in the state, or the run names it",
  exceptions: [],
  breaches({ observed, history }) {
    const { name, before, after, calls, cut, isFaulted, told, stack } = observed;
    if (name !== "up" || isFaulted || history.disturbances.has("variant")) return [];
    // What an earlier, killed run asked for can happen now, and its provider can still ask.
    const isAsked = (key: string) =>
      calls.some(
        ({ method, path, worked }) =>
          method === "POST" &&
          worked &&
          path.endsWith(key.includes(" Group/") ? "/groups" : "/reportschedules"),
      );
    if (![...told.ops.values()].flat().some((op) => op.startsWith("create"))) return [];
    if (cut !== undefined && cut !== "disk full") return [];
    const managed = new Set([...after.held.values()].flat().flatMap(({ keys }) => keys));
    return (
      [...after.objects.keys()]
        .filter((key) => !before.objects.has(key) && history.madeBy.get(key) === stack)
        .filter((key) => unique.some((type) => key.includes(` ${type}/`)) && !managed.has(key))
        .filter(isAsked)
        .filter((key) => !told.text.includes(key.split("/").at(-1) ?? key))
        // Its name is enough: what a killed run sent can arrive after the look of this one.
        .filter((key) => !isCalledUnknown(after.objects.get(key), told.text))
        .map((key) => ({
          what: `${key} was made, and neither the state nor a message has it`,
          key,
        }))
    );
  },
};
