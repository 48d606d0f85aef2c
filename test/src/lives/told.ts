import type { Lived } from "./living";
import type { Life } from "./steps";

/** A life in words: its steps, and what it broke. */
export function told({ seed, setup }: Life, { violation, words }: Lived): string {
  const lines = words.flatMap((one, at) => (one === undefined ? [] : [`  ${at + 1}. ${one}`]));
  return [
    "",
    `seed ${seed} ${JSON.stringify(setup)}`,
    ...lines,
    ...(violation
      ? [
          `  BROKEN: ${violation.invariant}`,
          ...violation.what.map((one) => `    ${one}`),
          violation.said,
        ]
      : []),
  ].join("\n");
}
