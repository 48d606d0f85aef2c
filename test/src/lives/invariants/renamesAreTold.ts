import type { Told } from "../../engine/stacks/pulumiStack";
import { live, namesEver, nameOf, naturalKey, unique } from "./judged";
import type { Breach, Invariant } from "./judged";

export const renamesAreTold: Invariant = {
  name: "a preview that creates what the stack has under another name names `aliases`",
  exceptions: ["outsideTarget", "shared"],
  breaches({ observed, declared, operations, history }) {
    const { name, before, stack, previewed, told: own } = observed;
    const told: Told | undefined = name === "preview" || name === "plan" ? own : previewed?.told;
    // Then the instance may not show the object, or a list without it is a lie.
    const hiding = ["token", "variant", "late", "act"] as const;
    if (observed.isFaulted || hiding.some((one) => history.disturbances.has(one))) return [];
    if (told === undefined || told.code !== 0) return [];
    // Also a new resource can have an earlier request, which the preview tells first.
    if (/aliases|looks for it first|waits for it/.test(told.text)) return [];
    const kept = namesEver(declared);
    const leaving = live(before.held.get(stack)).filter(
      (one) =>
        unique.includes(one.type) &&
        // No documented call lists groups, so only the platform's refusal shows the name.
        !(one.type === "Group" && operations === "documented") &&
        !kept.has(nameOf(one)) &&
        // The program says whose object it is by now.
        !declared.some(({ args }) => args.adopt === one.id) &&
        one.keys.some((key) => before.objects.has(key) && key.startsWith(`${observed.instance} `)),
    );
    return declared.flatMap((one): Breach[] => {
      if (one.args.allowDuplicate === true || one.args.adopt !== undefined) return [];
      if (told.ops.get(one.name)?.includes("create") !== true) return [];
      const old = leaving.find(
        ({ type, inputs }) => type === one.type && naturalKey(inputs) === naturalKey(one.args),
      );
      return old === undefined
        ? []
        : [{ what: `${nameOf(one)} is ${old.urn} of the state:\n${told.text}`, key: old.keys[0] }];
    });
  },
};
