import type { Bound } from "./kinds";

/** The most memory that a process of the provider may have. */
export const mostMib = 400;
const longestMessage = 20_000;
/** The time beyond the time limit of a call. */
const slackSeconds = 1;
/** The pauses between four attempts. */
const retriesSeconds = 3.5;
/** The longest pauses of a call. */
const pauseSeconds = 120;
/** A list of pages has its own limits, of which the pages of a local server reach that of the rows. */
const pagesSeconds = 60;

/** How many seconds a call may take. */
export function boundSeconds(bound: Bound, deadlineSeconds: number): number {
  const most = {
    deadline: deadlineSeconds,
    // A read without any answer is tried four times.
    retries: 4 * deadlineSeconds + retriesSeconds,
    pauses: pauseSeconds,
    pages: pagesSeconds,
  };
  return most[bound] + slackSeconds;
}

/** All characters that can change a terminal, except the end of a line. */
const odd = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/gu;

/** What is wrong with one message. */
export function textProblems(text: string): string[] {
  const found = [...text.matchAll(odd)]
    .map(([sign]) => `U+${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`)
    .filter((code) => code !== "U+000a");
  return [
    ...(text.length > longestMessage ? [`a message of ${text.length} characters`] : []),
    ...(found.length > 0 ? [`characters ${[...new Set(found)].join(" ")} in a message`] : []),
    ...outputProblems(text),
  ];
}

/** What is wrong with the output of a command: nothing of the server is at the beginning of a line. */
export const outputProblems = (text: string): string[] =>
  /^\W*(error::)?FORGED/m.test(text) ? ["a line of the server's own"] : [];

export const memoryProblems = (peakMib: number): string[] =>
  peakMib > mostMib ? [`${peakMib} MiB, more than ${mostMib} MiB`] : [];
