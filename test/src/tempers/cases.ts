import { routes } from "pulumi-platform-simulator";
import type { TemperName } from "pulumi-platform-simulator";
import { entries } from "../harness/session";
import type { Entry } from "../harness/session";
import { acts, partOf, routesOf } from "./acts";
import type { Act } from "./acts";

/** One act on an instance with one temper, through one entry. */
export interface TemperCase {
  name: string;
  act: Act;
  entry: Entry;
  temper: TemperName;
}

const textGeneration = "POST /api/ai/v1/text/generation";
/** Longer than reads and writes wait in these tests. */
export const slowTextSeconds = 2;

const tempers: readonly TemperName[] = [
  "plain-text",
  "wrapped-lists",
  "text-ids",
  "flipping-ids",
  "text-errors",
  "strict-queries",
  "no-history",
  "forbidden-evidence",
  "odd-rows",
];

const answers = ["", "=405", "=not-found"] as const;
const extendedOperations = routes
  .filter(({ profile }) => profile === "extended")
  .map(({ method, path }) => `${method} ${path}`);

/** The tempers that an act can meet: a missing operation and a slow text only where it makes that call. */
function tempersFor(act: Act, entry: Entry): TemperName[] {
  const called = routesOf(act, entry);
  return [
    ...tempers,
    ...(called.has(textGeneration) ? [`slow-text:${slowTextSeconds}` as const] : []),
    ...extendedOperations
      .filter((operation) => called.has(operation))
      .flatMap((operation) =>
        answers.map((answer) => `no-extended:${operation}${answer}` as const),
      ),
  ];
}

export const allCases: readonly TemperCase[] = acts.flatMap((act) =>
  entries.flatMap((entry) =>
    tempersFor(act, entry).map((temper) => ({
      name: `${entry}: ${act.name}: ${temper}`,
      act,
      entry,
      temper,
    })),
  ),
);

/** One case in so many belongs to `npm test`; `npm run faults -- --tempers` tries them all. */
export const oneIn = 16;

const rowOf = ({ act, entry }: TemperCase) => `${entry} ${act.operations} ${partOf(act)}`;

/** Of each resource and function one case in so many, each time beginning with another. */
export const sample: readonly TemperCase[] = [...new Set(allCases.map(rowOf))].flatMap(
  (row, at) => {
    const mine = allCases.filter((one) => rowOf(one) === row);
    const first = (at * 5) % Math.min(oneIn, mine.length);
    return mine.filter((_, index) => index % oneIn === first);
  },
);
