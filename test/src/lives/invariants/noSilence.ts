import type { Invariant } from "./judged";

export const noSilence: Invariant = {
  name: "no run waits in silence",
  broken: ({ observed: { silentMs, args } }) =>
    silentMs > 12_000
      ? [`${args.join(" ")} said nothing for ${Math.round(silentMs / 1000)} s`]
      : [],
};
