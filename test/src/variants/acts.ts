import { functionRows } from "../fixtures/functions";
import { rows } from "../fixtures/index";
import { modes } from "../faults/cases/operation";
import { entryPoints } from "../lifecycle/entryPoints";
import type { FunctionRow, Label, Operations, Row, VerbCalls } from "../lifecycle/tables/row";
import { subjectsOf } from "../lifecycle/tables/subjects";
import type { Subject } from "../lifecycle/tables/subjects";
import type { Entry } from "../harness/sessions/session";

/** What one run of a program does with one object. */
export type Deed = "create" | "adopt" | "look" | "change" | "edit" | "loss" | "delete";

/** One row of the table of lifecycles, done in a run of its own. */
export interface ResourceAct {
  name: string;
  operations: Operations;
  deed: Deed;
  subject: Subject;
  /** An object of the same kind that is in the program, and to which nothing happens. */
  beside?: Subject;
}

/** One call of a function. */
export interface FunctionAct {
  name: string;
  operations: Operations;
  call: FunctionRow;
}

export type Act = ResourceAct | FunctionAct;

export const isCall = (act: Act): act is FunctionAct => "call" in act;

/** The row of the table of lifecycles that an act is of, or the function that it calls. */
export const partOf = (act: Act): string =>
  isCall(act) ? act.call.name : act.subject.row.resource;

/** Every row of the table of lifecycles, but those that are about providers and not about objects. */
export const acts: readonly Act[] = modes.flatMap((operations): Act[] => [
  ...rows.filter((row) => row[operations] !== undefined).flatMap((row) => actsOf(row, operations)),
  ...functionRows.map((call) => ({
    name: `${call.name}${call.how === undefined ? "" : ` (${call.how})`}, ${operations}`,
    operations,
    call,
  })),
]);

function actsOf(row: Row, operations: Operations): ResourceAct[] {
  const subjects = subjectsOf([row]).map(withoutPlace);
  const ordinary = subjects.find(
    ({ change }) => change !== undefined && change.given === undefined,
  );
  if (ordinary === undefined) throw new Error(`no change of ${row.resource} is an ordinary one`);
  const make = (deed: Deed, subject: Subject, name = `${deed} ${row.resource}`): ResourceAct => ({
    name: `${name}, ${operations}`,
    operations,
    deed,
    subject,
  });
  return [
    ...(["create", "look", "delete"] as const).map((deed) => make(deed, ordinary)),
    ...subjects
      .filter(({ change }) => change?.field !== "instance")
      // A change that is refused is refused before any call.
      .filter(({ change }) => change?.expected[operations] !== "refused" || change.adopted)
      .map((subject) => make(deedOf(subject), subject, `${deedOf(subject)} ${subject.name}`)),
    ...subjects
      .filter(({ loss }) => loss !== undefined)
      .map((subject) => ({
        ...make("loss", subject, `loss beside another of ${subject.name}`),
        beside: ordinary,
      })),
  ];
}

/** All objects of these runs are on one instance. */
function withoutPlace(subject: Subject): Subject {
  const { first, then } = subject;
  const instance = undefined;
  return { ...subject, first: { ...first, instance }, then: { ...then, instance } };
}

function deedOf({ change, edit }: Subject): Deed {
  if (change?.adopted !== undefined) return "adopt";
  return change !== undefined ? "change" : edit !== undefined ? "edit" : "loss";
}

/** What the table calls the change of an act. */
export function labelOf({ subject, operations }: ResourceAct, entry: Entry): Label {
  const { expected } = subject.change ?? {};
  return expected?.through?.[entry]?.[operations] ?? expected?.[operations] ?? "same";
}

/** What a look makes of what somebody did by hand. */
export const driftOf = ({ subject: { edit, loss }, operations }: ResourceAct) =>
  (edit ?? loss)?.expected[operations] ?? "same";

/** The routes that an act calls by the table of lifecycles, while the instance answers plainly. */
export function routesOf(act: Act, entry: Entry): ReadonlySet<string> {
  return new Set(isCall(act) ? act.call.calls[act.operations] : verbRoutes(act, entry));
}

function verbRoutes(act: ResourceAct, entry: Entry): readonly string[] {
  const { subject, operations, deed } = act;
  const { row, change, edit, loss } = subject;
  const verbs: VerbCalls = row[operations] ?? { create: [] };
  const { create, update = [], delete: remove = [], before = [], read = [], list = [] } = verbs;
  const { checked = [] } = verbs;
  const looked = entryPoints[entry].looksFirst ? list : [];
  const made = [...before, ...checked, ...(change?.created?.[operations] ?? create)];
  switch (deed) {
    case "create":
      return made;
    case "adopt":
      return change?.adopted?.[operations].created ?? [];
    case "look":
      return [...read, ...list];
    case "delete":
      return [...looked, ...remove];
    case "change": {
      const label = labelOf(act, entry);
      if (label === "update")
        return [...looked, ...checked, ...(change?.calls?.[operations] ?? update)];
      return label === "replace" ? [...looked, ...remove, ...made] : looked;
    }
    case "edit":
    case "loss": {
      const again = { same: [], update: edit?.calls ?? update, replace: [...remove, ...made] };
      const drift = driftOf(act);
      const repaired = drift === "create" ? made : again[drift];
      return [...read, ...list, ...(loss?.calls?.[operations] ?? []), ...repaired];
    }
  }
}
