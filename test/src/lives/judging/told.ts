import type { Lived } from "../making/living";
import type { Life } from "../making/steps";

/** A life in words: its steps, and what it broke. */
export function told({ seed, setup }: Life, { violation, words, exceptions }: Lived): string {
  const lines = words.flatMap((one, at) => (one === undefined ? [] : [`  ${at + 1}. ${one}`]));
  return [
    "",
    `seed ${seed} ${JSON.stringify(setup)}`,
    ...lines,
    ...(exceptions.size > 0 ? [`  exceptions: ${counted(exceptions)}`] : []),
    ...(violation
      ? [
          `  BROKEN: ${violation.invariant}`,
          ...violation.what.map((one) => `    ${one}`),
          violation.said,
        ]
      : []),
  ].join("\n");
}

const counted = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${count} × ${name}`).join(", ");
