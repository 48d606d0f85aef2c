import { declaredBeforeDriftKey } from "../../../provider/dist/state/bookkeeping";
import type { Values } from "../lifecycle/tables/row";
import { isCall } from "./acts";
import type { ResourceAct } from "./acts";
import type { VariantCase } from "./cases";
import { unlike, unlikeValues } from "./comparison";
import type { Left } from "./observed";
import type { Observed } from "./runAct";

/** What the simulator's variant `says-no` says. */
const words = "The operation was not carried out";

type Resource = { inputs: Values; outputs: Values } | undefined;
const resourceIn = ({ state }: Left, { subject }: ResourceAct): Resource =>
  (state as Record<string, Resource>)[subject.name];

/** The parts of an instance that only writes change. */
const writtenParts = [
  ...["schedules", "groups", "certifications", "texts", "executions", "indexes"],
  ...["scheduledReportEmails", "history"],
];
const written = ({ instance }: Left): Values =>
  Object.fromEntries(writtenParts.map((part) => [part, instance[part]]));

/** Where a run took an answer for done that says no, or kept its words to itself. */
export function denied(
  { act, variants }: VariantCase,
  seen: Observed,
  plain: Observed,
  missing: readonly string[],
): string[] {
  const { before, run, afterwards } = seen;
  const isDone = variants[0].endsWith("=done");
  const problems: string[] = isDone
    ? []
    : unlikeValues(written(before), written(run), "the instance did a write, by its state:");
  const isTold = [...run.errors, ...run.warnings].some((text) => text.includes(words));
  if (isCall(act)) {
    return isTold && run.code !== 0 ? problems : [...problems, "the call seems to be done"];
  }
  const outcome = resourceIn(run, act)?.outputs.outcome;
  const isAction = resourceIn(plain.run, act)?.outputs.outcome !== undefined;
  // A list of what the instance did can show that the action ran.
  const isWitnessed = isDone && act.operations === "extended" && outcome === "done";
  if (isAction && run.code === 0 && !isWitnessed) {
    return [...problems, ...unsettled(act, seen, isTold)];
  }

  const ends = [
    ...(run.code !== 0 || isDone ? [] : ["the run seems to have worked"]),
    ...(run.code === 0
      ? unlike(plain.run, run, missing, "the run found the work, but")
      : [...(isTold ? [] : ["nobody hears the words"]), ...countedAsDone(act, seen, plain)]),
  ];
  // Each request to index is a new one, and the next run makes it again.
  const isRepeated = act.subject.row.resource === "DatasetIndex";
  const model = isRepeated
    ? { ...plain.afterwards, instance: afterwards.instance }
    : plain.afterwards;
  const untold = [...missing, declaredBeforeDriftKey, ...seenAfterRemoval(act, afterwards)];
  return [...problems, ...ends, ...unlike(model, afterwards, untold, "the next plain run")];
}

/**
 * The field that the program removed, if the next run read what the refused update left there: an update that is not
 * refused keeps no value of it.
 */
function seenAfterRemoval(act: ResourceAct, afterwards: Left): string[] {
  const { change } = act.subject;
  if (change === undefined || !("leaves" in change)) return [];
  const value = resourceIn(afterwards, act)?.outputs[change.field];
  return value === change.leaves ? [change.field] : [];
}

/** An action ends as unknown, and no later run does it again. */
function unsettled(act: ResourceAct, { run, afterwards }: Observed, isTold: boolean): string[] {
  const outcomes = [run, afterwards].map((left) => resourceIn(left, act)?.outputs.outcome);
  return [
    ...(isTold ? [] : ["nobody hears the words"]),
    ...unlikeValues(["unknown", "unknown"], outcomes, "the outcomes:"),
    ...unlikeValues(run.mails, afterwards.mails, "the next plain run: the mails:"),
    ...unlikeValues(written(run), written(afterwards), "the next plain run: the instance:"),
  ];
}

/** The state has what the program wants, although the run failed. */
function countedAsDone(act: ResourceAct, { before, run }: Observed, plain: Observed): string[] {
  const [old, now, wanted] = [before, run, plain.run].map((left) => resourceIn(left, act)?.inputs);
  switch (act.deed) {
    case "create":
    case "adopt":
    case "loss":
      return now === undefined ? [] : ["it is in the state"];
    case "edit":
      return unlikeValues(wanted, now, "").length > 0 ? [] : ["its state is as if it was repaired"];
    default:
      return unlikeValues(old, now, "the inputs in the state:");
  }
}
