import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../engine/pulumiStack";
import type { Values } from "../../lifecycle/row";
import { isWhole, live } from "./judged";
import type { Invariant, Judged } from "./judged";

export const declaredExists: Invariant = {
  name: "after a run that succeeded each declared object exists once, with the declared content",
  broken(judged) {
    const { observed, declared, history } = judged;
    if (!isWhole(observed)) return [];
    const held = live(observed.after.held.get(observed.stack));
    return declared.flatMap((one) => {
      if (!["ReportSchedule", "Group", "DatasetShare", "Certification"].includes(one.type))
        return [];
      const found = held.filter(({ name, type }) => name === one.name && type === one.type);
      const [only] = found;
      if (only === undefined) return [`${one.type} ${one.name} is not in the state`];
      if (found.length > 1)
        return [`${one.type} ${one.name} is ${found.length} times in the state`];
      return only.keys
        .filter((key) => !history.isTouched(observed.stack, key) && !history.shared.has(key))
        .flatMap((key) => {
          const object = observed.after.objects.get(key);
          if (object === undefined) return [`${one.type} ${one.name}: ${key} does not exist`];
          return misfits(one, object, judged).map(
            (what) => `${one.type} ${one.name}: ${key}: ${what}`,
          );
        });
    });
  },
};

/** Where an object is not what is declared. */
function misfits(one: Declared, object: Values, { mail, operations }: Judged): string[] {
  const { ignoreChanges } = (one.opts ?? {}) as { ignoreChanges?: string[] };
  if (ignoreChanges !== undefined) return [];
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
        ...(operations === "extended" && mail !== "muted"
          ? compare("recipients", schedule.additionalRecipients, whoGets)
          : []),
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
