import { fieldsOf, get } from "pulumi-platform-provider/contract";
import type { Resource } from "pulumi-platform-provider/contract";
import { objectName } from "../preview/read.js";
import type { Change, FieldChange } from "../preview/types.js";
import { itemsChanged } from "../stack/lists.js";
import type { Section } from "./sections.js";
import type { TextFormatter } from "../output/texts.js";

/** The section about changes, by resource and field. */
export function changesSection(
  changes: readonly Change[],
  isRefused: (change: Change) => boolean,
  texts: TextFormatter,
): Section {
  const rows = changes.flatMap((change) => {
    const note = noteOn(change, isRefused(change), texts);
    const fields = fieldsIn(change, texts.options.isFull);
    if (fields.length === 0)
      return [[change.op + note, texts.code(objectName(change)), "", "", ""]];
    return fields.map((field, at) => [
      at === 0 ? change.op + note : "",
      at === 0 ? texts.code(objectName(change)) : "",
      texts.code(field.path),
      ...valueCells(field, change.resource, texts),
    ]);
  });
  const head = ["Change", "Resource", "Field", "Old", "New"];
  return { title: "Changes", head, rows, foldedAbove: 10, noun: "row", cutOrder: 8 };
}

/** A remark about the operation. */
function noteOn(
  { op, after, isRetained }: Change,
  isImpossible: boolean,
  texts: TextFormatter,
): string {
  if (isImpossible) return " (not possible)";
  if (isRetained === true && op !== "update") return " (object stays)";
  const adopt = op === "create" ? after?.adopt : undefined;
  return adopt === undefined ? "" : ` (adopts ${texts.value(adopt)})`;
}

/** The changed fields. The fields of a new resource are only in the full text, because the program shows them. */
function fieldsIn(
  { op, fields, resource, after }: Change,
  isFull: boolean,
): readonly FieldChange[] {
  if (!isFull || op !== "create" || resource === undefined) return fields;
  return fieldsOf(resource.inputs).flatMap(({ path }) => {
    const to = get(after, path);
    return to === undefined ? [] : [{ path, from: undefined, to }];
  });
}

/** The old and the new value. For lists, only the items that differ. */
export function valueCells(
  field: FieldChange,
  resource: Resource | undefined,
  texts: TextFormatter,
): string[] {
  const { from, to, isUncertain = false } = field;
  const items = itemsChanged(field, resource);
  if (items === undefined) {
    return [texts.value(from), texts.value(to) + (isUncertain ? " (may differ)" : "")];
  }
  const { removed, added } = items;
  return texts.changedItems(removed, added, (from as unknown[]).length - removed.length);
}
