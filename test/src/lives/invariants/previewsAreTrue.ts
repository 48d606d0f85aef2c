import { isDeepStrictEqual } from "node:util";
import type { Told } from "../../engine/stacks/pulumiStack";
import type { Message } from "../judging/observed";
import { keyOfMessage } from "./judged";
import type { Breach, Invariant } from "./judged";

/** What was done to each resource. */
const stepsOf = ({ ops }: Told): string[] =>
  [...ops]
    .flatMap(([name, all]) => all.map((op) => `${op} ${name}`))
    .filter((step) => !/^(same|refresh) /.test(step))
    .sort();

export const previewsAreTrue: Invariant = {
  name: "what a preview announced is what happens",
  exceptions: [
    "notForeseen",
    "shared",
    "changedByHand",
    "otherAnswers",
    "otherTokenOrAddress",
    "journalLost",
  ],
  breaches({ observed }) {
    const { previewed, told, messages } = observed;
    if (previewed === undefined) return [];
    const says = (what: string, message?: Message): Breach => ({
      what: `${what}; the preview said:\n${previewed.told.text}`,
      message,
      key: message && keyOfMessage(message, observed),
    });
    if (told.code !== 0) {
      if (previewed.told.code !== 0) return [];
      const announced = new Set(previewed.messages.map(({ code }) => code));
      // "Could not check whether it still exists" announces that it may not.
      if (announced.has("unknown_state")) announced.add("not_found");
      return messages
        .filter(({ kind, code }) => kind === "error" && !announced.has(code))
        .map((message) => says(`up failed with ${message.code}`, message));
    }
    if (previewed.told.code !== 0) return [says("up succeeded")];
    const [before, after] = [stepsOf(previewed.told), stepsOf(told)];
    return isDeepStrictEqual(before, after)
      ? []
      : [says(`up did ${after.join(", ")}, not ${before.join(", ")}`)];
  },
};
