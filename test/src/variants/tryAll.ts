import type { Act } from "./acts";
import { isCall, acts } from "./acts";
import type { VariantCase } from "./cases";
import { allowed } from "./expected";
import { VariantedInstance } from "./instance";
import { isStruck, judge } from "./judge";
import type { Entry } from "../harness/sessions/session";
import { withPlainIds } from "./longIds";
import { withPlainWords } from "./plainWords";
import { runAct } from "./runAct";
import type { Left } from "./observed";
import type { Observed } from "./runAct";

/** Most of a case is waiting: that many are tried at a time. */
const jobs = 12;
/** An instance keeps the connections of all runs for a minute, unless it ends. */
const casesOfInstance = 25;

export interface Result {
  case: string;
  /** Whether the variant changed any answer. */
  isStruck?: boolean;
  problems: string[];
  /** What the run said, where there are problems. */
  said?: string;
}

/** Tries cases, some at a time, each worker with an instance of its own; it ends early when it is stopped. */
export async function tryAll(
  cases: readonly VariantCase[],
  tried: (one: VariantCase, result: Result) => void,
  stopped: () => boolean = () => false,
): Promise<void> {
  const waiting = [...cases];
  const plainRuns = new Map<string, Promise<Observed>>();
  const plainly = (instance: VariantedInstance, act: Act, entry: Entry): Promise<Observed> => {
    const key = `${entry}: ${act.name}`;
    const known = plainRuns.get(key) ?? runAct(instance, act, entry, []);
    plainRuns.set(key, known);
    return known;
  };
  const work = async () => {
    while (waiting.length > 0 && !stopped()) {
      const instance = await VariantedInstance.open();
      try {
        for (let left = casesOfInstance; left > 0 && !stopped(); left--) {
          const one = waiting.shift();
          if (one === undefined) break;
          tried(one, await tryCase(one, instance, plainly));
        }
      } finally {
        await instance.close();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, work));
}

async function tryCase(
  one: VariantCase,
  instance: VariantedInstance,
  plainly: (instance: VariantedInstance, act: Act, entry: Entry) => Promise<Observed>,
): Promise<Result> {
  const { name, act, entry, variants } = one;
  try {
    const comparably = comparison(one);
    const same = comparably(await plainly(instance, act, entry));
    const twin = allowed(act, entry, variants).documented ? documentedTwin(act) : undefined;
    const documented = twin && (await plainly(instance, twin, entry));
    const seen = comparably(await runAct(instance, act, entry, variants));
    const problems = judge(one, seen, { same, documented });
    return {
      case: name,
      isStruck: isStruck(seen.run),
      problems,
      ...(problems.length > 0 && { said: seen.run.text }),
    };
  } catch (error) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { case: name, problems: ["it could not be tried"], said };
  }
}

/** The form in which a run with these variants can be compared with a plain one. */
const comparison = ({ act, variants }: VariantCase): ((observed: Observed) => Observed) => {
  if (variants.includes("long-ids")) return withPlainIds;
  if (variants.includes("more-fields")) return withoutMore;
  return variants.includes("mixed-case")
    ? (observed) => withPlainWords(observed, act)
    : (observed) => observed;
};

/** A function and an action hand on the fields that no output names. */
const withoutMore = ({ before, run, afterwards }: Observed): Observed => {
  const plainly = ({ state, instance, mails }: Left): Left => ({
    state: withoutField(state),
    instance,
    mails,
  });
  return {
    before: plainly(before),
    run: { ...run, ...plainly(run), ...(run.result && { result: withoutField(run.result) }) },
    afterwards: { ...afterwards, ...plainly(afterwards) },
  };
};

const withoutField = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value, (name, one: unknown) => {
      const isAdded = name === "addedLater" || (name === "otherFields" && isOnlyAdded(one));
      return isAdded ? undefined : one;
    }),
  ) as Value;

const isOnlyAdded = (fields: unknown) => Object.keys(fields ?? {}).join() === "addedLater";

/** The same act with documented operations. */
const documentedTwin = (act: Act): Act | undefined =>
  acts.find(
    (other) =>
      other.operations === "documented" &&
      other.name === act.name.replace(/extended$/, "documented") &&
      isCall(other) === isCall(act),
  );
