import { keyOfMessage } from "./judged";
import type { Invariant } from "./judged";

const working = ["up", "preview", "refresh", "destroy", "plan", "import"];

export const stopsAreExplained: Invariant = {
  name: "a run that can do nothing wrong does not stop",
  exceptions: [
    "shared",
    "faultOrKill",
    "changedByHand",
    "otherAnswers",
    "otherTokenOrAddress",
    "journalLost",
    "impossible",
    "programsFault",
    "engineRefuses",
  ],
  breaches({ observed }) {
    const { told, name, args, messages } = observed;
    if (told.code === 0 || !working.includes(name)) return [];
    const failed = `${args.join(" ")} failed`;
    const failures = messages.filter(({ kind }) => kind === "error" || kind === "failure");
    if (failures.length === 0) return [{ what: `${failed}: ${told.text}` }];
    return failures.map((message) => ({
      what: `${failed}: [${message.code}] ${message.text}`,
      message,
      key: keyOfMessage(message, observed),
    }));
  },
};
