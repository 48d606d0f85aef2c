import type { Invariant } from "./judged";

export const adviceHelps: Invariant = {
  name: "what a message advises, followed literally, ends well within two steps",
  exceptions: [],
  breaches({ observed: { followed, told, messages } }) {
    if (followed === undefined) return [];
    const isFailure = told.code !== 0;
    // Another message has advice of its own.
    const isSame = messages.some(
      ({ kind, code, text, advice }) =>
        // A notice can say what holds anyway: the provider sees no option of a resource.
        (isFailure
          ? ["error", "failure"].includes(kind)
          : kind === "warning" && advice.length > 0) &&
        followed.messages.some((one) => one.code === code && one.text === text),
    );
    return isSame ? [{ what: `the first command said: ${followed.told.text}` }] : [];
  },
};
