import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../engine/stacks/pulumiStack";
import type { Values } from "../../lifecycle/tables/row";
import { isDone, live } from "./judged";
import type { Breach, Invariant, Judged } from "./judged";

const objects = ["ReportSchedule", "Group", "DatasetShare", "Certification", "GroupMembers"];

export const declaredExists: Invariant = {
  name: "after a run that succeeded each declared object exists once, with the declared content",
  exceptions: ["outsideTarget", "shared", "changedByHand", "ignoredChanges", "impossible"],
  breaches(judged) {
    const { observed, declared } = judged;
    if (!isDone(observed)) return [];
    const held = live(observed.after.held.get(observed.stack));
    return declared
      .filter(({ type }) => objects.includes(type))
      .flatMap((one): Breach[] => {
        const found = held.filter(({ name, type }) => name === one.name && type === one.type);
        const [only] = found;
        const says = (what: string) => `${one.type} ${one.name}${what}`;
        if (only === undefined) return [{ what: says(" is not in the state") }];
        if (found.length > 1) return [{ what: says(` is ${found.length} times in the state`) }];
        return only.keys.flatMap((key) => {
          const object = observed.after.objects.get(key);
          if (object === undefined) return [{ what: says(`: ${key} does not exist`), key }];
          return misfits(one, object, judged).map((what) => ({
            what: says(`: ${key}: ${what}`),
            key,
            declared: one,
          }));
        });
      });
  },
};

/** Where an object is not what is declared. */
function misfits(one: Declared, object: Values, { mail }: Judged): string[] {
  const args = one.args as Values & { schedule?: Values };
  const compare = (what: string, is: unknown, wanted: unknown) =>
    isDeepStrictEqual(is, wanted)
      ? []
      : [`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`];
  switch (one.type) {
    case "ReportSchedule": {
      const schedule = object.schedule as Values;
      const { enabled, additionalRecipients, ...times } = args.schedule ?? {};
      const whoGets = mail.startsWith("redirect")
        ? [{ type: "EMAIL", value: mail.slice("redirect:".length) }]
        : additionalRecipients;
      return [
        ...["title", "pageId", "viewId"].flatMap((name) => compare(name, object[name], args[name])),
        ...Object.entries(times).flatMap(([name, value]) => compare(name, schedule[name], value)),
        ...compare("enabled", schedule.enabled, mail === "muted" ? false : enabled),
        ...compare("recipients", schedule.additionalRecipients, whoGets),
      ];
    }
    case "Group":
      return ["name", "description", "type"].flatMap((name) =>
        compare(name, object[name], args[name]),
      );
    default:
      return [];
  }
}
