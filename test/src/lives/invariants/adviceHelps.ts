import { saidAgain } from "../observed";
import type { Invariant } from "./judged";

export const adviceHelps: Invariant = {
  name: "what a message advises, followed literally, ends well within two steps",
  exceptions: [],
  breaches({ observed }) {
    const { followed } = observed;
    if (followed === undefined || saidAgain(observed, followed.messages).length === 0) return [];
    return [{ what: `the first command said: ${followed.told.text}` }];
  },
};
