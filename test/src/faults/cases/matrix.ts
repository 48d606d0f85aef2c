import { rowOf } from "./faultCase";
import type { FaultCase, Result } from "./faultCase";
import { victimOf } from "./moments";
import { inProcessJobs, tryAll } from "../pool";
import type { Results } from "../results";
import type { How } from "../series";

/** Tries the cases that have not ended well yet, some at a time, until all are done or it is stopped. */
export async function runMatrix(
  cases: readonly FaultCase[],
  results: Results,
  { jobs, quick, environment, inProcess, stopped, say }: How & { jobs: number; inProcess: boolean },
): Promise<void> {
  const waiting = inTurns(cases).filter(
    (one) => (results.of(one)?.ending ?? "failed") === "failed",
  );
  let done = cases.length - waiting.length;
  if (done > 0) say(`${done} of ${cases.length} cases are done already`);
  const tried = (_: FaultCase, result: Result) => {
    results.add(result);
    done++;
    const problems = result.problems.length > 0 ? `: ${result.problems.join("; ")}` : "";
    say(
      `${done}/${cases.length} ${result.case}: ${result.ending} (${result.seconds} s)${problems}`,
    );
  };
  const isKill = ({ kind }: FaultCase) => victimOf(kind) !== undefined;
  const closingPreview = !quick;
  // One after the other: those without processes leave no time to those that are killed at a moment.
  const calls = waiting.filter((one) => !isKill(one));
  await tryAll(calls, { jobs: inProcessJobs, closingPreview, environment, stopped }, tried);
  const how = { jobs, closingPreview, environment, inProcess };
  await tryAll(waiting.filter(isKill), { ...how, stopped }, tried);
}

/** Row by row in turns, each with another fault first: what is stopped early has seen of all. */
function inTurns(cases: readonly FaultCase[]): FaultCase[] {
  const byRow = [...new Set(cases.map(rowOf))].map((row, at) => {
    const mine = cases.filter((one) => rowOf(one) === row);
    const first = (at * 5) % mine.length;
    return [...mine.slice(first), ...mine.slice(0, first)];
  });
  const turns = Math.max(0, ...byRow.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    byRow.map((mine) => mine[turn]).filter((one) => one !== undefined),
  ).flat();
}
