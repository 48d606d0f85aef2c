import { fieldsOf, holdsUnknown, same, shellWord } from "pulumi-platform-provider/contract";
import { mailings } from "../preview/mailings.js";
import { counted } from "../output/texts.js";
import { objectName } from "../preview/read.js";
import { detailsVariable } from "../preview/run.js";
import { holdsSymbol } from "../stack/values.js";
import { itemsChanged } from "../stack/lists.js";
import type { FoundUnmanaged, Unmanaged } from "./unmanaged.js";
import type { About, Change, Drift, FieldChange, Operation, Preview } from "../preview/types.js";

/** One thing in which the stack, its program and the instance differ. */
export interface Row {
  urn: string;
  type: string;
  name: string;
  /** The object in words: `report schedule "Weekly sales"`. */
  object: string;
  /**
   * `changed` and `deleted` happened on the instance, and `pulumi up` undoes them. `kept` happened there, too, but
   * `pulumi up` leaves the value as it is. Of `recounted` recipients, only the number is known. `unapplied` happened in
   * the program.
   */
  what: "changed" | "kept" | "deleted" | "recounted" | "unapplied";
  /** The operation of `pulumi up`, for a change of the program. */
  operation?: Operation;
  /** The path of a field. */
  field?: string;
  stack?: unknown;
  instance?: unknown;
  /** For a list: the items that only the stack has, and those that only the instance has. */
  removed?: readonly unknown[];
  added?: readonly unknown[];
  /** The value in the program, for a change of the program. */
  program?: unknown;
  /** `pulumi up` cannot do what the program asks for: documented operations have no way. */
  isRefused?: true;
  /** The program no longer declares the object. */
  isUndeclared?: true;
}

export interface DriftReport {
  project: string;
  stack: string;
  addresses: string[];
  rows: Row[];
  /** The objects of the instance that the stack does not manage. */
  unmanaged: Unmanaged[];
  /** The warning about a run that ended in the middle, so that some differences can be its own work. */
  interrupted?: string;
  /** Who gets e-mail from the `pulumi up` that undoes what happened on the instance: `3 recipients`. */
  mailed?: string;
  /** The kinds of objects whose list could not be read, with the reasons. */
  unlisted: string[];
  /** Warnings of the preview. Some of them name fields that an instance does not show. */
  warnings: string[];
  /** The preview also read what lists do not show. */
  hasDetails: boolean;
  /** What the preview could not compare: `recipients`, `DatasetShare`. */
  notCompared: string[];
  /** `--open-pr` edits programs in the language of the project. */
  isEditable: boolean;
}

interface Options extends Partial<FoundUnmanaged> {
  hasDetails?: boolean;
  isEditable?: boolean;
}

/** Makes the report from a preview with `refresh`. */
export function reportOf(
  preview: Preview,
  { hasDetails = false, isEditable = true, unmanaged = [], unlisted = [] }: Options = {},
): DriftReport {
  const { project, stack, instances, drift, changes, impossible, warnings } = preview;
  const recounted = preview.recounted ?? [];
  const refused = new Set(impossible.map(({ urn }) => urn));
  const driftOf = new Map(drift.map((one) => [one.urn, one]));
  const changeOf = new Map(changes.map((one) => [one.urn, one]));
  // What the next run takes over, it also manages.
  const begun = new Set(
    changes.flatMap(({ label, earlier }) => (earlier?.has === "object" ? label : [])),
  );
  const declared = preview.declared && new Set(preview.declared);
  // An object that is created again has an id that is not known yet.
  const areIdsOpen = drift.some(({ op }) => op === "delete");
  const rows = [
    ...drift.flatMap((one) => driftRows(one, changeOf.get(one.urn), declared)),
    ...recounted.map((one) => ({
      ...{ ...rowOf(one), what: "recounted" as const },
      field: "schedule.additionalRecipients",
    })),
    ...changes.flatMap((change) => unappliedRows(change, driftOf.get(change.urn), areIdsOpen)),
  ];
  return {
    ...{ project, stack },
    addresses: instances.flatMap(({ baseUrl }) => (baseUrl === undefined ? [] : [baseUrl])),
    rows: rows
      .map((row): Row => (refused.has(row.urn) ? { ...row, isRefused: true } : row))
      .sort(byUrn),
    unmanaged: unmanaged.filter(({ object }) => !begun.has(object)),
    interrupted: preview.interrupted,
    warnings: warnings.filter((one) => one !== preview.interrupted),
    ...{ unlisted, hasDetails, isEditable },
    ...(drift.length > 0 && {
      mailed: mailedBy(
        changes.filter(({ urn }) => !refused.has(urn)),
        hasDetails,
      ),
    }),
    // Lists do not show who gets a report.
    notCompared: [...(hasDetails ? [] : ["recipients", "attachments"]), ...(preview.unshown ?? [])],
  };
}

/** Whom changes e-mail, in words; undefined if nobody. */
function mailedBy(changes: readonly Change[], hasDetails: boolean): string | undefined {
  // An e-mail at another time, or with another content, goes to those who get it anyway.
  const mails = mailings(changes, Date.now()).filter(({ changed }) => changed === undefined);
  const people = new Set(mails.flatMap(({ people: known = [] }) => known)).size;
  // Without details, nobody knows whom an update of a schedule e-mails instead of others.
  const areOpen =
    !hasDetails && changes.some(({ op, type }) => op === "update" && type === "ReportSchedule");
  const isKnown = !areOpen && mails.every(({ people: known, also }) => known && also === undefined);
  if (mails.length === 0) return undefined;
  return isKnown ? counted(people, "recipient") : `at least ${counted(people, "recipient")}`;
}

/** The option that names the stack of the report. */
export const ofStack = ({ stack }: Pick<DriftReport, "stack">): string =>
  `--stack ${shellWord(stack)}`;

/** The command, so that it reads as much of the instance as the report did. */
export function withRefresh(
  verb: "up" | "preview",
  report: Pick<DriftReport, "hasDetails" | "stack">,
): string {
  const { name, value } = detailsVariable;
  return `${report.hasDetails ? `${name}=${value} ` : ""}pulumi ${verb} --refresh ${ofStack(report)}`;
}

function rowOf(about: About) {
  const { urn, type, name } = about;
  return { urn, type, name, object: objectName(about) };
}

function driftRows(
  drift: Drift,
  change: Change | undefined,
  declared: ReadonlySet<string> | undefined,
): Row[] {
  const { op, fields } = drift;
  const row = rowOf(drift);
  if (op === "delete")
    return [
      {
        ...row,
        what: "deleted",
        ...(declared?.has(drift.urn) === false && { isUndeclared: true }),
      },
    ];
  const isKept = (path: string): boolean =>
    change === undefined ||
    (change.op === "update" && !change.fields.some((field) => field.path === path));
  return fields.map((field) => ({
    ...row,
    ...{ what: isKept(field.path) ? "kept" : "changed", field: field.path },
    ...{ stack: field.from, instance: field.to, ...itemsChanged(field, drift.resource) },
  }));
}

/** The changes of `pulumi up` that do not only revert drift. */
function unappliedRows(change: Change, drift: Drift | undefined, areIdsOpen: boolean): Row[] {
  const { op: operation } = change;
  const row = { ...rowOf(change), what: "unapplied" as const, operation };
  if (operation === "read" || drift?.op === "delete") return [];
  if (operation !== "update") return [row];
  const isNew = ({ path, to, isUncertain }: FieldChange): boolean => {
    const drifted = drift?.fields.find((field) => field.path === path);
    if (areIdsOpen && holdsUnknown(to)) return false;
    return isUncertain !== true && !(drifted && isSame(change, path, drifted.from, to));
  };
  const fields = change.fields.filter(isNew);
  if (fields.length === 0) return drift === undefined && change.fields.length === 0 ? [row] : [];
  return fields.map(({ path, from, to }) => ({ ...row, field: path, stack: from, program: to }));
}

/** An instruction for a person: a sentence, which can end with a command. */
export interface Instruction {
  text: string;
  command?: string;
}

/** The instruction for undoing changes on the instance. */
export function undoing(report: DriftReport): Instruction {
  const changed = report.rows.filter(({ what }) => what === "changed");
  const stuck = new Set(changed.filter(({ isRefused }) => isRefused).map(({ urn }) => urn));
  const byHand = `Pulumi cannot undo changes of ${counted(stuck.size, "object")} with the present operations: undo them on the instance itself.`;
  const isAll = changed.every(({ urn }) => stuck.has(urn));
  const command = withRefresh("up", report);
  if (stuck.size === 0) return { text: "To undo the changes on the instance:", command };
  if (isAll) return { text: byHand };
  return { text: `${byHand} To undo the other changes on the instance:`, command };
}

/** The order of the engine changes, so rows are sorted by URN. */
const byUrn = (a: Row, b: Row): number => (a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0);

function isSame({ resource }: Change, path: string, one: unknown, other: unknown): boolean {
  const field = resource && fieldsOf(resource.inputs).find((known) => known.path === path);
  // Definitions know no secrets.
  return field === undefined || [one, other].some(holdsSymbol)
    ? JSON.stringify(one) === JSON.stringify(other)
    : same(field, one, other);
}
