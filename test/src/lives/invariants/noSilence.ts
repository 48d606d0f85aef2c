import type { Invariant } from "./judged";

/** Of the provider's clock: each answer is announced after 5 s, and one that comes sooner can follow another. */
const mostMs = 2 * 5_000;

export const noSilence: Invariant = {
  name: "no run waits in silence",
  exceptions: [],
  breaches: ({ observed: { silentMs, args } }) =>
    silentMs > mostMs
      ? [{ what: `${args.join(" ")} said nothing for ${Math.round(silentMs / 1000)} s` }]
      : [],
};
