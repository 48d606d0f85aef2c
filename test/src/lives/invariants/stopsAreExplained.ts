import type { Message } from "../observed";
import type { Invariant, Judged } from "./judged";

export const stopsAreExplained: Invariant = {
  name: "a run that can do nothing wrong does not stop",
  broken(judged) {
    const { observed } = judged;
    if (observed.told.code === 0 || observed.cut !== undefined || observed.isFaulted) return [];
    if (!["up", "preview", "refresh", "destroy", "plan"].includes(observed.name)) return [];
    const failures = observed.messages.filter(({ kind }) => kind === "error" || kind === "failure");
    const wrong = failures.filter((one) => !isExplained(one, judged));
    if (failures.length > 0 && wrong.length === 0) return [];
    if (failures.length === 0 && engineSays.test(observed.told.text)) return [];
    return [
      `${observed.args.join(" ")} failed: ${wrong.map(({ code, text }) => `[${code}] ${text}`).join("\n") || observed.told.text}`,
    ];
  },
};

/** Whether something that happened explains a failure. */
function isExplained(message: Message, judged: Judged): boolean {
  const { observed, history, operations, parents } = judged;
  const { code = "" } = message;
  if (history.disturbances.has(code)) return true;
  // What a failed resource did not tell is missing.
  if (code === "invalid_input" && observed.options.includes("continue")) return true;
  const name = [...observed.told.errors].find(([, text]) =>
    text.includes(message.text.slice(0, 60)),
  )?.[0];
  // A replacement that somebody asked for, and that is not possible.
  const isOfReplacement = message.advice.some(({ when = "" }) =>
    ["replaceAsked", "tainted", "triggered", "replacing"].includes(when),
  );
  if (isOfReplacement && name !== undefined && judged.replaced.has(name)) return true;
  switch (code) {
    case "impossible":
      // Nothing proves that what somebody deleted by hand is gone, and the message says how to confirm it.
      if (
        history.disturbances.has("unknown_state") &&
        message.advice.some(({ when }) => when === "deleted")
      )
        return true;
      // A closed group never gets another type, and an object is adopted when it enters the state.
      return (
        operations === "documented" ||
        message.advice.some(({ steps }) =>
          steps.some(({ path = "" }) => ["adopt", "allowMembershipLoss"].includes(path)),
        )
      );
    case "rejected":
      // No two groups have the same name.
      return [...observed.before.objects.keys()].some((key) => key.includes("Group"));
    case "declared_twice":
    case "not_found":
      return true;
    case "twin_exists": {
      // The resource's own object, and one that a run of the stack made and lost, are no reason to stop.
      const ids = message.advice.flatMap(({ steps }) =>
        steps.flatMap(({ path, value }) =>
          path === "adopt" && value !== undefined
            ? [JSON.stringify(value).replaceAll('"', "")]
            : [],
        ),
      );
      return ids.some((id) => {
        const [key] = [...observed.before.objects.keys()].filter((one) => one.endsWith(`/${id}`));
        if (key === undefined) return true;
        const holders = [...observed.before.held].flatMap(([stack, held]) =>
          held.filter(({ keys }) => keys.includes(key)).map((one) => ({ ...one, stack })),
        );
        const isOwn = (one: (typeof holders)[number]) =>
          one.stack === observed.stack &&
          one.name === name &&
          one.urn.includes("$") === parents.has(one.name);
        if (holders.length > 0) return !holders.some(isOwn);
        return history.madeBy.get(key) !== observed.stack || history.released.has(key);
      });
    }
    default:
      return false;
  }
}

/** Why the engine itself refuses. */
const engineSays =
  /protect|duplicate resource|no resource named|not found in the stack|must be one of|does not exist in|violates plan|Duplicate resource alias|locked|target|pending operation|already exists|import/i;
