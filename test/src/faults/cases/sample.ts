import { allCases, rowOf } from "./faultCase";
import type { FaultCase } from "./faultCase";
import { victimOf } from "./moments";
import { selection } from "./selection";
import { everySecond, isWhole } from "../../harness/lives/sampled";
import { entries } from "../../harness/sessions/session";
import { wholePrograms } from "../wholePrograms";

/** One case in so many belongs to `npm test`; `npm run faults` tries them all. */
export const oneIn = 10;

const isKill = ({ kind }: FaultCase) => victimOf(kind) !== undefined;

/** Every case in which something happens to a call, and nobody is killed. */
export const callCases = allCases().filter((one) => !isKill(one));

/** Each operation through one of the entries, in turns. */
const rows = [...new Set(callCases.map(rowOf))].filter(
  (_, at) => isWhole || Math.floor(at / 2) % 2 === at % 2,
);

/** Of each such row one case in so many, each time beginning with another. */
export const callSample = rows.flatMap((row, at) => {
  // The rows of both entries take turns.
  const first = Math.floor(at / 2) + (at % 2) * (oneIn / 2);
  const mine = callCases.filter((one) => rowOf(one) === row);
  return mine.filter((_, index) => (index + first) % oneIn === 0);
});

/** Every kill at every moment, through one entry or the other. */
export const kills = allCases().filter(isKill);
export const killSelection = [
  ...selection(kills),
  // The read of the next run can end before this delete, and wait for it.
  ...kills.filter(
    ({ name }) => name === "plugin: delete ReportSchedule: kill engine before the work",
  ),
];

/** Of these, the real engine runs one in five: each victim once, each at another moment. */
export const engineKills = killSelection.filter((_, at) => at % 5 === 2);

/** Of the programs that do everything in one run, the first one. Unless sampled, each once, and each entry once. */
export const wholeSelection = everySecond(entries).flatMap((entry, at) => {
  const mine = kills.filter((one) => one.entry === entry && one.operation === wholePrograms[at]);
  return mine.filter(({ moment, kind }) => moment === "mid-answer" && kind === "kill both");
});
