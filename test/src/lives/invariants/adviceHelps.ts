import { saidAgain } from "../observed";
import { keyOfMessage, naturalKey, unique } from "./judged";
import type { Invariant } from "./judged";

export const adviceHelps: Invariant = {
  name: "what a message advises, followed literally, ends well within two steps",
  exceptions: ["shared"],
  breaches({ observed, declared, history }) {
    const { followed } = observed;
    if (followed === undefined) return [];
    // No advice ends what a list shows for ever, nor what a program declares twice, through two providers.
    const isLate = history.disturbances.has("late");
    const contents = declared
      .filter(({ type }) => unique.includes(type))
      .map(({ type, args }) => `${type} ${naturalKey(args)}`);
    const isTwin = new Set(contents).size < contents.length;
    const again = saidAgain(observed, followed.messages).filter(
      ({ code }) => !(isLate && code === undefined) && !(isTwin && code === "duplicate_exists"),
    );
    const [message] = again;
    if (message === undefined) return [];
    const key = keyOfMessage(message, observed);
    return [{ what: `the first command said: ${followed.told.text}`, key }];
  },
};
