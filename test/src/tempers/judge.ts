import { isDeepStrictEqual } from "node:util";
import { notYetWrittenKey } from "../../../provider/dist/state/bookkeeping";
import { errorCodes } from "../../../provider/dist/wire/errors";
import { differences } from "../faults/agreement";
import type { Values } from "../lifecycle/row";
import { isCall } from "./acts";
import type { TemperCase } from "./cases";
import type { Outcome } from "./expected";
import type { Left, Run } from "./observed";
import type { Observed } from "./runAct";

/** What the same act does on an instance without a temper, and what it does with documented operations. */
export interface Plain {
  same: Observed;
  documented?: Observed;
}

/** Whether a temper changed any answer. */
export const isStruck = ({ calls }: Run): boolean =>
  calls.some(({ tempers = [] }) => tempers.length > 0);

/** Where a run did not end as expected; empty where all is well. */
export function judge(one: TemperCase, seen: Observed, plain: Plain, wanted: Outcome): string[] {
  const { run } = seen;
  // An instance whose temper nobody meets is as any other.
  const { ends, warnings, untold }: Outcome = isStruck(run)
    ? wanted
    : { ends: "plain", warnings: [0, 0], untold: [] };
  const problems = [...broken(one, seen, plain.same)];
  const model = ends === "documented" ? plain.documented : plain.same;
  if (model === undefined) return ["documented operations do not have this act"];
  if (ends === "gone") {
    problems.push(...unlikeValues({}, run.state, "the state:"));
    problems.push(...unlikeValues(seen.before.instance, run.instance, "the instance:"));
  } else if (ends === "unseen") {
    if (run.code !== 0) problems.push(`it ended with ${run.code}: ${run.errors.join("\n")}`);
    problems.push(...unlikeValues(seen.before.state, run.state, "the state is not kept:"));
  } else if (ends === "plain" || ends === "documented") {
    if (run.code !== model.run.code)
      problems.push(`it ended with ${run.code}: ${run.errors.join("\n")}`);
    problems.push(...unlike(model.run, run, untold, "the run"));
    problems.push(...resultsUnlike(model.run, run, untold));
  } else {
    if (ends === "unknown create") {
      problems.push(...unlikeValues(plain.same.run.instance, run.instance, "the instance:"));
      if (!isCall(one.act) && one.act.subject.name in run.state)
        problems.push("it is in the state");
    } else problems.push(...unchanged(one, seen));
    const isUnknown = ends === "kept" || ends === "unknown create";
    const isKept = ends === "kept" && one.entry === "plugin";
    const code = isUnknown ? ((isKept ? undefined : wanted.refused) ?? "unknown_state") : ends;
    const told = isKept ? run.warnings : run.errors;
    if (!told.some((text) => text.includes(`[${code}]`)))
      problems.push(`nothing says [${code}]: ${[...run.errors, ...run.warnings].join("\n")}`);
    if (isKept && run.code !== 0)
      problems.push(`the plugin did not keep the state: ${run.errors.join("\n")}`);
  }
  const more = run.warnings.filter((text) => !plain.same.run.warnings.includes(text));
  const [least, most] = warnings;
  if (more.length < least) problems.push("it does not warn");
  if (more.length > most || new Set(more).size < more.length)
    problems.push(`it warns ${more.length} times: ${more.join(" | ")}`);
  problems.push(...unlike(plain.same.afterwards, seen.afterwards, untold, "the next plain run"));
  return problems;
}

/** What must not be on any instance, whatever its temper. */
function broken(
  { act, tempers }: TemperCase,
  { run, afterwards }: Observed,
  plain: Observed,
): string[] {
  const problems: string[] = [];
  for (const text of run.errors) {
    const [, code = ""] = /\[(\w+)\]\s*$/.exec(text) ?? [];
    if (!(code in errorCodes)) problems.push(`a failure without a code: ${text}`);
  }
  const writes = (calls: Run["calls"]) =>
    calls.filter(({ method, worked }) => worked && method === "POST").map(({ route }) => route);
  for (const route of new Set(writes(run.calls))) {
    const times = ({ calls }: Run) => writes(calls).filter((other) => other === route).length;
    if (times(run) > times(plain.run)) problems.push(`${route} was done ${times(run)} times`);
  }
  const most = Math.max(plain.run.mails.length, plain.afterwards.mails.length);
  if (afterwards.mails.length > most) problems.push(`${afterwards.mails.length} mails were sent`);
  const beyond = run.calls.filter(({ source }) => source !== "SPEC");
  if (act.operations === "documented" && beyond.length > 0)
    problems.push(`${beyond[0]?.route} was called, which is not documented`);
  const missing = /^no-extended:([^=]+)(=405)?$/.exec(tempers[0])?.[1];
  const asked = run.calls.filter(({ route }) => route === missing).length;
  if (asked > 1)
    problems.push(`${missing} was called ${asked} times, and the instance does not offer it`);
  return problems;
}

/** Where state, instance or mails are otherwise than on the plain instance. */
function unlike(plain: Left, left: Left, untold: readonly string[], when: string): string[] {
  return [
    ...unlikeValues(
      without(plain.state, untold),
      without(left.state, untold),
      `${when}: the state:`,
    ),
    ...unlikeValues(plain.instance, left.instance, `${when}: the instance:`),
    ...unlikeValues(plain.mails, left.mails, `${when}: the mails:`),
  ];
}

function resultsUnlike(plain: Run, run: Run, untold: readonly string[]): string[] {
  if (plain.result === undefined) return [];
  const told = (values: Values = {}): unknown =>
    JSON.parse(
      JSON.stringify(values, (key, value: unknown) => (untold.includes(key) ? undefined : value)),
    );
  return unlikeValues(told(plain.result), told(run.result), "the result:");
}

function unchanged({ act, tempers }: TemperCase, { before, run }: Observed): string[] {
  if (isCall(act)) return [];
  const replaces = act.deed === "change" || act.deed === "edit";
  const { create } = act.subject.row[act.operations] ?? { create: [] };
  // The look takes a lost object out of the state, whether the object can be created again or not.
  const isLost = act.deed === "loss" && create.some((one) => tempers[0].includes(`:${one}`));
  return [
    // What a look sees of an edit is in the state, whether it can be repaired or not.
    ...(replaces || isLost ? [] : unlikeValues(before.state, run.state, "the state is not kept:")),
    ...(act.deed === "create" || replaces
      ? []
      : unlikeValues(before.instance, run.instance, "the instance is not as before:")),
  ];
}

const unlikeValues = (wanted: unknown, actual: unknown, path: string): string[] => {
  if (isDeepStrictEqual(wanted, actual)) return [];
  const found = differences(wanted, actual, path);
  return found.length > 0 ? found : [`${path} has more: ${JSON.stringify(actual)}`];
};

const withoutNames = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The state without these outputs. How an object was taken over says nothing of what it is. */
function without(state: Values, names: readonly string[]): Values {
  const left = [...names, "adopt", notYetWrittenKey];
  return Object.fromEntries(
    Object.entries(state as Record<string, { id: string; inputs: Values; outputs: Values }>).map(
      ([name, { id, inputs, outputs }]) => [
        name,
        { id, inputs: withoutNames(inputs, left), outputs: withoutNames(outputs, left) },
      ],
    ),
  );
}
