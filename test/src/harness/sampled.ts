import type { Entry } from "./session";
import { entries } from "./session";

/** Whether everything runs, or what `npm test` states as its sample: `npm test -- --whole`. */
export const isWhole = process.env.PLATFORM_TEST_WHOLE !== undefined;

/** Of tests on the real engine that do the same through both entries, a sample runs each through one of them, in turns. */
export function inTurns(entry: Entry): (title: string, test: () => Promise<void>) => void {
  let count = entries.indexOf(entry);
  return (title, test) => {
    if (isWhole || count++ % entries.length === 0) it(title, test);
  };
}
