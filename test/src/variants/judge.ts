import { cannotDeleteKey } from "../../../provider/dist/state/bookkeeping";
import { errorCodes } from "../../../provider/dist/messages/errors";
import { withoutConnectionReads } from "../harness/sessions/connectionReads";
import type { Values } from "../lifecycle/tables/row";
import { isCall } from "./acts";
import type { VariantCase } from "./cases";
import { unlike, unlikeValues } from "./comparison";
import { denied } from "./denied";
import { allowed } from "./expected";
import type { Allowed } from "./expected";
import type { Left, Run } from "./observed";
import type { Observed } from "./runAct";
import { isOfIgnored, wholeAnswer } from "./wholeAnswer";

/** What the same act does on an instance without a variant, and what it does with documented operations. */
export interface Plain {
  same: Observed;
  documented?: Observed;
}

/** Whether a variant changed any answer. */
export const isStruck = ({ calls }: Run): boolean =>
  calls.some(({ variants = [] }) => variants.length > 0);

/** Where a run broke an invariant; empty where all is well. */
export function judge(one: VariantCase, seen: Observed, plain: Plain): string[] {
  const { run, afterwards } = seen;
  const missing = [...untoldIn(plain.same, seen), ...handedOn(one)];
  if (isStruck(run) && one.variants[0].startsWith("says-no:")) {
    return [...broken(one, seen, plain.same), ...denied(one, seen, plain.same, missing)];
  }
  // An instance whose variant nobody meets is as any other.
  const ends: Allowed = isStruck(run)
    ? allowed(one.act, one.entry, one.variants)
    : { plain: true, refusal: false, documented: false, absence: false, loss: false };
  const ways = [
    ...(ends.plain ? [endsLike(plain.same, seen, missing)] : []),
    ...(ends.documented && plain.documented
      ? [endsLike(plain.documented, seen, [...missing, cannotDeleteKey])]
      : []),
    // Documented operations do not have the resource at all.
    ...(ends.documented && plain.documented === undefined ? [keepsEverything(seen)] : []),
    ...(ends.refusal ? [refuses(one, seen), createsUnknown(one, seen, plain.same)] : []),
    ...(ends.absence ? [losesState(one, seen)] : []),
    ...(ends.loss ? [losesObject(one, seen)] : []),
  ];
  const more = run.warnings.filter((text) => !plain.same.run.warnings.includes(text));
  if (isStruck(run) && isOfIgnored(one)) ways.push(wholeAnswer(one, seen, more));
  return [
    ...broken(one, seen, plain.same),
    ...(ways.some((problems) => problems.length === 0) ? [] : ways.flat()),
    ...(!isStruck(run) && more.length > 0
      ? [`it warns without a reason: ${more.join(" | ")}`]
      : []),
    ...(more.length > mostWarnings || new Set(more).size < more.length
      ? [`it warns ${more.length} times: ${more.join(" | ")}`]
      : []),
    ...(ends.absence ? [] : unheard(seen, plain.same, more)),
    ...unlike(plain.same.afterwards, afterwards, missing, "the next plain run"),
  ];
}

/** Fields of results that are handed on as the instance has them: in its spelling, or in its order. */
const handedOn = ({ act, variants: [first] }: VariantCase): string[] => {
  if (!isCall(act)) return [];
  const { name, args } = act.call;
  if (name === "searchPartitions" && first === "text-ids") return ["rowCount"];
  return args.allowPartial === true && first === "strict-queries" ? ["schedules"] : [];
};

/** A list that is read several times warns each time at most once. */
const mostWarnings = 3;

/** With the same state, instance and result as another run. */
const endsLike = (model: Observed, { run }: Observed, missing: readonly string[]): string[] => [
  ...(run.code === model.run.code ? [] : [`it ended with ${run.code}: ${run.errors.join("\n")}`]),
  ...unlike(model.run, run, missing, "the run"),
  ...resultsUnlike(model.run, run, missing),
];

/** A failure, or on the plugin a warning, keeps state and instance as they were. */
const refuses = (one: VariantCase, seen: Observed): string[] => {
  const { errors, warnings, code } = seen.run;
  const isTold = code === 0 ? one.entry === "plugin" && warnings.some(hasCode) : errors.length > 0;
  return [...(isTold ? [] : ["nothing says why it did nothing"]), ...unchanged(one, seen)];
};

/** It goes on, and leaves state and instance as they were. */
const keepsEverything = ({ before, run }: Observed): string[] => [
  ...(run.code === 0 ? [] : [`it ended with ${run.code}`]),
  ...unlikeValues(before.state, run.state, "the state is not kept:"),
  ...unlikeValues(before.instance, run.instance, "the instance is not as before:"),
];

/** It was created once, the state does not have it, and a failure says that its id is unknown. */
const createsUnknown = ({ act }: VariantCase, { run }: Observed, plain: Observed): string[] => [
  ...unlikeValues(plain.run.instance, run.instance, "the instance:"),
  ...(!isCall(act) && act.subject.name in run.state ? ["it is in the state"] : []),
  ...(run.errors.some((text) => text.includes("[unknown_state]"))
    ? []
    : ["nothing says [unknown_state]"]),
];

/** The state lacks the object, and the instance is as before. */
const losesState = ({ act }: VariantCase, { before, run }: Observed): string[] => {
  const state = { ...before.state };
  if (!isCall(act)) Reflect.deleteProperty(state, act.subject.name);
  return [
    ...unlikeValues(state, run.state, "the state:"),
    ...unlikeValues(before.instance, run.instance, "the instance:"),
  ];
};

/** The same, and a failure says that the object was not created again. */
const losesObject = (one: VariantCase, seen: Observed): string[] => [
  ...losesState(one, seen),
  ...(seen.run.errors.some(hasCode) ? [] : ["nothing says why it was not created again"]),
];

const hasCode = (text: string) => codeOf(text) in errorCodes;
const codeOf = (text: string) => /\[(\w+)\]\s*$/.exec(text)?.[1] ?? "";

/** A failure or a warning mentions a read that only this instance refuses. The read of roles can be spared. */
function unheard({ run }: Observed, plain: Observed, more: readonly string[]): string[] {
  const refusedIn = ({ calls }: Run) =>
    calls
      .filter(({ method, status }) => method === "GET" && status !== null && status >= 400)
      .map(({ route }) => route);
  const always = refusedIn(plain.run);
  const refused = refusedIn(run).filter((route) => !always.includes(route));
  const [route] = withoutConnectionReads(refused, { processes: Infinity });
  return route !== undefined && run.errors.length === 0 && more.length === 0
    ? [`nobody hears that ${route} was refused`]
    : [];
}

/** Outputs that are as the last answer told them: in its words, or as they were before. */
const asAnswered = ["message", "choices", "nextRunDate"];

/** Outputs that the answers of the variant do not show. Inputs and bookkeeping are never missing. */
function untoldIn({ run: plainRun, afterwards: plainEnd }: Observed, seen: Observed): string[] {
  const resourcesIn = ({ state }: Left) =>
    state as Record<string, { inputs?: Values; outputs?: Values }>;
  const lost = (model: unknown, told: unknown) => {
    const known = keysIn(told);
    return keysIn(model).filter((key) => !known.includes(key));
  };
  const pairs: [Left, Left][] = [
    [plainRun, seen.run],
    [plainEnd, seen.afterwards],
  ];
  const missing = pairs.flatMap(([model, left]) => {
    const found = resourcesIn(left);
    return Object.entries(resourcesIn(model)).flatMap(([name, { inputs, outputs }]) => {
      const required = keysIn(inputs);
      const isOurs = (key: string) => key.startsWith("__") || required.includes(key);
      return lost(outputs, found[name]?.outputs).filter((key) => !isOurs(key));
    });
  });
  return [...missing, ...lost(plainRun.result, seen.run.result), ...asAnswered];
}

function keysIn(values: unknown): string[] {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values).flatMap(([key, value]) =>
    Array.isArray(values) ? keysIn(value) : [key, ...keysIn(value)],
  );
}

/** What must not be on any instance, whatever its variant. */
function broken(
  { act, variants }: VariantCase,
  { run, afterwards }: Observed,
  plain: Observed,
): string[] {
  const problems: string[] = [];
  for (const text of run.errors) {
    if (!hasCode(text)) problems.push(`a failure without a code: ${text}`);
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
  const missing = /^no-extended:([^=]+)(=405)?$/.exec(variants[0])?.[1];
  const asked = run.calls.filter(({ route }) => route === missing).length;
  if (asked > 1)
    problems.push(`${missing} was called ${asked} times, and the instance does not offer it`);
  return problems;
}

function resultsUnlike(plain: Run, run: Run, untold: readonly string[]): string[] {
  if (plain.result === undefined) return [];
  const told = (values: Values = {}): unknown =>
    JSON.parse(
      JSON.stringify(values, (key, value: unknown) => (untold.includes(key) ? undefined : value)),
    );
  return unlikeValues(told(plain.result), told(run.result), "the result:");
}

function unchanged({ act }: VariantCase, { before, run }: Observed): string[] {
  if (isCall(act)) return [];
  const replaces = act.deed === "change" || act.deed === "edit";
  return [
    // What a look sees of an edit is in the state, whether it can be repaired or not.
    ...(replaces ? [] : unlikeValues(before.state, run.state, "the state is not kept:")),
    ...(act.deed === "create" || replaces
      ? []
      : unlikeValues(before.instance, run.instance, "the instance is not as before:")),
  ];
}
