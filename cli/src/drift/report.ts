import type { Change, Drift, FieldChange, Operation, Preview } from "../preview/types.js";

/** One thing in which the stack, its program and the instance differ. */
export interface Row {
  urn: string;
  type: string;
  name: string;
  /** What people call the object: `report schedule "Weekly sales"`. */
  object: string;
  /** `changed` and `deleted` happened on the instance; `unapplied` in the program. */
  what: "changed" | "deleted" | "unapplied";
  /** What `pulumi up` would do, for a change of the program. */
  operation?: Operation;
  /** The path of a field. */
  field?: string;
  stack?: unknown;
  instance?: unknown;
  /** What the program says, for a change of the program. */
  program?: unknown;
}

export interface DriftReport {
  project: string;
  stack: string;
  addresses: string[];
  rows: Row[];
}

/** Compares what a preview with `refresh` found. */
export function reportOf(preview: Preview): DriftReport {
  const { project, stack, instances, drift, changes } = preview;
  const byUrn = new Map(drift.map((one) => [one.urn, one]));
  return {
    ...{ project, stack },
    addresses: instances.flatMap(({ baseUrl }) => (baseUrl === undefined ? [] : [baseUrl])),
    rows: [
      ...drift.flatMap(driftRows),
      ...changes.flatMap((change) => unappliedRows(change, byUrn.get(change.urn))),
    ],
  };
}

function driftRows(drift: Drift): Row[] {
  const { urn, type, name, label: object, op, fields } = drift;
  const row = { urn, type, name, object };
  if (op === "delete") return [{ ...row, what: "deleted" }];
  return fields.map(({ path, from, to }) => ({
    ...row,
    ...{ what: "changed", field: path, stack: from, instance: to },
  }));
}

/** What `pulumi up` would do beside giving the instance its values back. */
function unappliedRows(change: Change, drift: Drift | undefined): Row[] {
  const { urn, type, name, label: object, op: operation } = change;
  const row = { urn, type, name, object, what: "unapplied" as const, operation };
  if (operation === "read" || drift?.op === "delete") return [];
  if (operation !== "update") return [row];
  const isNew = ({ path, to, isUncertain }: FieldChange): boolean => {
    const drifted = drift?.fields.find((field) => field.path === path);
    return isUncertain !== true && !(drifted && isSame(drifted.from, to));
  };
  const fields = change.fields.filter(isNew);
  if (fields.length === 0) return drift === undefined && change.fields.length === 0 ? [row] : [];
  return fields.map(({ path, from, to }) => ({ ...row, field: path, stack: from, program: to }));
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
