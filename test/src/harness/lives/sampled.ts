import type { Entry } from "../sessions/session";
import { entries } from "../sessions/session";

/** Whether everything runs, or what `npm test` states as its sample: `npm test -- --whole`. */
export const isWhole = process.env.PLATFORM_TEST_WHOLE !== undefined;

/** Of ways that differ little, `npm test` goes every second one. */
export const everySecond = <Way>(ways: readonly Way[], first: 0 | 1 = 0): Way[] =>
  ways.filter((_, index) => isWhole || index % 2 === first);

/** How many drawn cases belong to `npm test`, and how many to `--whole`. */
export const runs = (sample: number, whole: number): number => (isWhole ? whole : sample);

/** A test that other tests cover in part. */
export const onlyWhole: (title: string, test: Mocha.AsyncFunc) => void = isWhole
  ? it
  : () => undefined;

/** Of tests on the real engine that do the same through both entries, a sample runs each through one of them, in turns. */
export function inTurns(entry: Entry): (title: string, test: () => Promise<void>) => void {
  let count = entries.indexOf(entry);
  return (title, test) => {
    if (isWhole || count++ % entries.length === 0) it(title, test);
  };
}
