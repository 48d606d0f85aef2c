import { fieldsOf } from "pulumi-platform-provider/contract";
import type { Edits, Outcome } from "../edit/edits.js";
import type { ValueEdit } from "../edit/wanted.js";
import type { Drift, Preview } from "../preview/types.js";
import type { Row } from "./report.js";
import { someLeaf } from "../stack/values.js";

/** The outcome of one difference. */
export interface Edited extends Outcome {
  row: Row;
}

/** Writes values of the instance into the program where that is a replacement of literals. */
export function editProgram(
  edits: Edits,
  rows: readonly Row[],
  { drift, changes }: Preview,
  showAddresses: boolean,
): Edited[] {
  const byUrn = new Map(drift.map((one) => [one.urn, one]));
  return rows.map((row): Edited => {
    const { type, name, field: path } = row;
    const place = () => edits.program.locate(type, name);
    if (row.what === "deleted") {
      return { row, ...place(), reason: "to accept the deletion, remove the resource" };
    }
    if (row.what === "recounted") {
      return { row, ...place(), reason: "to see the recipients, use --details" };
    }
    if (row.what === "kept") {
      return { row, ...place(), reason: "pulumi up keeps the value of the instance" };
    }
    const fields = byUrn.get(row.urn)?.resource?.inputs;
    const field = fields && fieldsOf(fields).find((one) => one.path === path);
    if (row.what === "unapplied" || field === undefined) {
      return { row, ...place(), reason: "the program differs from the stack: run pulumi up" };
    }
    if (drift.filter((one) => isSameName(one, row)).length > 1) {
      return { row, ...place(), reason: "several resources have this name" };
    }
    if (!showAddresses && holdsAddress(path ?? "", [row.stack, row.instance])) {
      const reason = "it holds addresses, which are written only with --show-addresses";
      return { row, ...place(), reason };
    }
    const reverted = changes.find(({ urn }) => urn === row.urn)?.fields ?? [];
    const wanted: ValueEdit = {
      ...{ type, name, field, from: row.stack, to: row.instance },
      canInsert: reverted.some((one) => one.path === path),
    };
    return { row, ...edits.apply(wanted) };
  });
}

const isSameName = (one: Drift, { type, name }: Row): boolean =>
  one.type === type && one.name === name;

/** Whether a value names people: recipients of a schedule, or any text with an address. */
const holdsAddress = (path: string, values: readonly unknown[]): boolean =>
  /recipients$/i.test(path) ||
  someLeaf(values, (leaf) => typeof leaf === "string" && /[^\s@]@[^\s@]/.test(leaf));
