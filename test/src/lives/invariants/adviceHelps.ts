import { nameIn } from "../../engine/stacks/pulumiStack";
import { saidAgain } from "../judging/observed";
import type { Message } from "../judging/observed";
import { keyOfMessage, naturalKey, unique } from "./judged";
import type { Invariant } from "./judged";

/** Whether it says that an earlier run asked for a delete that the state does not have. */
const isDeleteOpen = ({ code, text }: Message): boolean =>
  code === undefined && /^An earlier run (?:deleted|asked the platform to delete) /.test(text);

export const adviceHelps: Invariant = {
  name: "what a message advises, followed literally, ends well within two steps",
  exceptions: ["shared"],
  breaches({ observed, declared, history, visibilityDelaySeconds }) {
    const { followed } = observed;
    if (followed === undefined) return [];
    // No advice ends what a list shows for ever, or may not show yet, nor what a program declares twice, through two
    // providers.
    const isLate = history.disturbances.has("late") || visibilityDelaySeconds > 0;
    const contents = declared
      .filter(({ type }) => unique.includes(type))
      .map(({ type, args }) => `${type} ${naturalKey(args)}`);
    const isTwin = new Set(contents).size < contents.length;
    // A run that finishes a replacement begins with the words about it.
    const isFinished = ({ urn = "" }: Message) =>
      observed.told.ops.get(nameIn(urn))?.includes("create-replacement") === true;
    const again = saidAgain(observed, followed.messages).filter(
      (one) =>
        !(isLate && isDeleteOpen(one)) &&
        !(isTwin && one.code === "duplicate_exists") &&
        !isFinished(one),
    );
    const [message] = again;
    if (message === undefined) return [];
    const key = keyOfMessage(message, observed);
    return [{ what: `the first command said: ${followed.told.text}`, key, message }];
  },
};
