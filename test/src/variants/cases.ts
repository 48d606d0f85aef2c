import { routes } from "pulumi-platform-simulator";
import type { VariantName } from "pulumi-platform-simulator";
import { entries } from "../harness/sessions/session";
import type { Entry } from "../harness/sessions/session";
import { acts, isCall, partOf, routesOf } from "./acts";
import type { Act } from "./acts";

/** One act on an instance with a variant, or with two, through one entry. */
export interface VariantCase {
  name: string;
  act: Act;
  entry: Entry;
  variants: Variants;
}

export type Variants = readonly [VariantName, ...VariantName[]];

const textGeneration = "POST /api/ai/v1/text/generation";
/** Longer than reads and writes wait in these tests. */
export const slowTextSeconds = 2;

const everywhere: readonly VariantName[] = [
  "plain-text",
  "wrapped-lists",
  "text-ids",
  "flipping-ids",
  "text-errors",
  "strict-queries",
  "no-history",
  "forbidden-evidence",
  "odd-rows",
  "long-ids",
  "mixed-case",
  "more-fields",
];

/** In turn: each act and entry meets one of each kind, and all acts together meet all of them. */
const inTurn = (n: number): VariantName[] => [
  turnOf(["charset:iso-8859-1", "charset:utf-16le", "charset:utf-8-bom"], n),
  turnOf(["compressed:gzip", "compressed:br", "compressed:deflate", "compressed:raw-deflate"], n),
];
const denials = (n: number): VariantName[] => {
  const form = turnOf(["success", "status", "error", "errors"], n);
  return [`says-no:${form}`, `says-no:${form}=done`];
};
const turnOf = <One>(all: readonly [One, ...One[]], n: number): One =>
  all[n % all.length] ?? all[0];

const schedulesList = "GET /api/content/v1/reportschedules";
const isWrite = (route: string) => !/^GET |\/partition\/list$/.test(route);

const answers = ["", "=405", "=not-found"] as const;
const extendedOperations = routes
  .filter(({ profile }) => profile === "extended")
  .map(({ method, path }) => `${method} ${path}`);

/** What takes the certainty from the look for an object whose id the answer to its create lacks. */
const uncertain: readonly VariantName[] = ["forbidden-evidence", "odd-rows", "wrapped-lists"];

/** The variants that an act can meet: a missing operation and a slow text only where it makes that call. */
function variantsFor(act: Act, entry: Entry, n: number): Variants[] {
  const called = routesOf(act, entry);
  const single: VariantName[] = [
    ...everywhere,
    ...inTurn(n),
    ...([...called].some(isWrite) ? denials(n) : []),
    ...(called.has(schedulesList) ? (["ignored-paging"] as const) : []),
    ...(isCall(act) && act.call.args.title !== undefined ? (["ignored-title"] as const) : []),
    ...(called.has(textGeneration) ? [`slow-text:${slowTextSeconds}` as const] : []),
    ...extendedOperations
      .filter((operation) => called.has(operation))
      // Several that seem to be gone at once are in doubt, each depending on what was read before it.
      .filter(
        (operation) => isCall(act) || act.beside === undefined || !operation.endsWith("/state"),
      )
      .flatMap((operation) =>
        answers.map((answer) => `no-extended:${operation}${answer}` as const),
      ),
  ];
  return [
    ...single.map((one): Variants => [one]),
    ...uncertain.filter(() => isLookedFor(act)).map((one): Variants => ["plain-text", one]),
  ];
}

/** Whether a list can tell what became of a create. */
const isLookedFor = (act: Act) => {
  if (isCall(act) || act.deed !== "create") return false;
  const { before, list } = act.subject.row[act.operations] ?? {};
  return before !== undefined && list !== undefined;
};

export const allCases: readonly VariantCase[] = acts.flatMap((act, n) =>
  entries.flatMap((entry, m) =>
    variantsFor(act, entry, n + m).map((variants) => ({
      name: `${entry}: ${act.name}: ${variants.join(" and ")}`,
      act,
      entry,
      variants,
    })),
  ),
);

/** One case in so many belongs to `npm test`, of each deed at least one; `npm run faults -- --variants` tries them all. */
export const oneIn = 180;

const rowOf = ({ act, entry }: VariantCase) => `${entry} ${act.operations} ${partOf(act)}`;

/** Absences need evidence, which variants take away: more of them belong to the sample. */
const absencesOneIn = 48;
const isAbsence = ({ act }: VariantCase) => !isCall(act) && act.deed === "loss";

/** Cases in which a mistake costs most: an object that seems to be gone, a rounded id, a second e-mail, a list without its rows. */
const alwaysTried = [
  /: (create|look) (Certification|DatasetShare), extended: mixed-case$/,
  /: edit DatasetShare\.permissions by hand \(a stranger\), extended: mixed-case$/,
  /: (create|look|delete) (ReportSchedule|Group|GroupMembers|DatasetShare), extended: long-ids$/,
  /: create (ReportSend|ReportNotification), \w+: says-no/,
  /: create (ReportSend|ReportNotification), extended: no-history$/,
  /: create TextGeneration, documented: slow-text/,
  /: change ScheduledReportEmails\.enabled, \w+: says-no/,
  /: getReportSchedules .*: ignored-/,
  /: loss Group\.lost \(deleted\), extended: text-errors/,
];

/** What an act does, such as `change` or `getGroup`, in which operations and through which entry. */
export const deedOf = ({ act, entry }: VariantCase) =>
  `${entry} ${act.operations} ${act.name.split(/[ .,(]/)[0]}`;

/** Of each resource and function one case in so many, each time beginning with another. */
const drawn: readonly VariantCase[] = [...new Set(allCases.map(rowOf))].flatMap((row, at) => {
  const mine = allCases.filter((one) => rowOf(one) === row);
  const first = (at * 11) % Math.min(oneIn, mine.length);
  const absences = mine
    .filter(isAbsence)
    .filter((_, index) => index % absencesOneIn === at % absencesOneIn);
  return mine.filter(
    (one, index) =>
      index % oneIn === first ||
      absences.includes(one) ||
      alwaysTried.some((name) => name.test(one.name)),
  );
});

const missing = [...new Set(allCases.map(deedOf))].filter(
  (deed) => !drawn.some((one) => deedOf(one) === deed),
);
/** The same with at least one case of each deed. */
export const sample: readonly VariantCase[] = [
  ...drawn,
  ...missing.flatMap((deed) => allCases.find((one) => deedOf(one) === deed) ?? []),
];
