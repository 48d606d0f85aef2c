import type { Invariant } from "./judged";

export const adviceHelps: Invariant = {
  name: "what a failure advises, followed literally, ends well within two steps",
  exceptions: [],
  breaches({ observed: { followed, told, messages } }) {
    if (followed === undefined || told.code === 0) return [];
    // Another failure has advice of its own.
    const isSame = messages.some(
      ({ kind, code, text }) =>
        ["error", "failure"].includes(kind) &&
        followed.messages.some(
          (one) => one.code === code && one.text === text && one.kind !== "notice",
        ),
    );
    return isSame ? [{ what: `the first failure was: ${followed.told.text}` }] : [];
  },
};
