import { declaredNames, namesEver, isSuccess, live, nameOf, unique } from "./judged";
import type { Held } from "../judging/objects";
import type { Breach, Invariant } from "./judged";

export const askedDeletes: Invariant = {
  name: "nothing is deleted that program, command or person did not ask to delete",
  exceptions: ["shared", "outsideTarget", "journalLost"],
  breaches({ observed, declared, history }) {
    const { before, after, stack, name } = observed;
    // What an earlier, killed run asked for can happen now.
    const asked = observed.calls
      .filter(({ method }) => method === "DELETE")
      .map(({ path }) => path);
    const gone = [...before.objects.keys()].filter(
      (key) =>
        !after.objects.has(key) && asked.some((path) => path.endsWith(`/${key.split("/").pop()}`)),
    );
    const ours = before.held.get(stack) ?? [];
    return gone.flatMap((key): Breach[] => {
      const holders = ours.filter(({ keys }) => keys.includes(key));
      const others = [...before.held]
        .filter(([other]) => other !== stack)
        .flatMap(([other, held]) =>
          live(held)
            .filter(({ keys, type }) => unique.includes(type) && keys.includes(key))
            .map(({ urn }) => `stack ${other}: ${urn}`),
        );
      const says = (what: string) => [{ what: `${key} was deleted: ${what}`, key }];
      if (!["up", "destroy"].includes(name)) return says(`${name} deletes nothing`);
      if (others.length > 0) return says(`it is managed by ${others.join(", ")}`);
      if (holders.length === 0)
        return history.madeBy.get(key) === stack ? [] : says("this stack did not manage it");
      // An update takes away what the program does not declare any more, also where the resource gets another URN.
      const isNew = ({ urn }: Held) => ours.every((one) => one.urn !== urn);
      const stays = ({ urn, type, id }: Held) =>
        live(after.held.get(stack)).some(
          (one) => one.urn === urn || (one.type === type && one.id === id && isNew(one)),
        );
      if (holders.every((one) => !unique.includes(one.type) && stays(one))) return [];
      // A program that declares a resource without `protect` takes the protection away, as of what it replaced.
      const isDeclared = holders.some((one) => namesEver(declared).has(nameOf(one)));
      if (!isDeclared && holders.every((one) => one.isProtected && !one.isOld))
        return says("it is protected");
      if (holders.every(({ isRetained }) => isRetained)) return says("retainOnDelete");
      if (name === "destroy") return [];
      const stillHeld = live(after.held.get(stack)).filter(({ keys }) => keys.includes(key));
      // A run that was cut short, or failed, after the delete has not saved it.
      const isUnsaved = !isSuccess(observed) && (!isDeclared || observed.isFaulted);
      if (observed.cut !== undefined || isUnsaved) return [];
      if (stillHeld.length > 0) return says(`the state still has it as ${stillHeld[0]?.urn}`);
      const declaredStill = holders.filter(
        (one) => !one.isOld && declaredNames(declared).has(nameOf(one)),
      );
      const [kept] = declaredStill;
      if (kept === undefined || !isSuccess(observed) || !unique.includes(kept.type)) return [];
      const now = live(after.held.get(stack)).find(
        ({ name: n, type }) => n === kept.name && type === kept.type,
      );
      return now === undefined
        ? says(`the program declares ${kept.name}, and nothing took its place`)
        : [];
    });
  },
};
