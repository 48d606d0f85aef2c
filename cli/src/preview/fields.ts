import {
  changedPaths,
  fieldsOf,
  holdsUnknown,
  overlaps,
  same,
  set,
} from "pulumi-platform-provider/contract";
import type { Resource, Values } from "pulumi-platform-provider/contract";
import type { Step } from "../stack/events.js";
import type { FieldChange } from "./types.js";
import { holdsSecret, valueAt } from "../stack/values.js";

/** The fields whose meaning an update or a replacement changes. */
export function changedFields(
  { inputs }: Resource,
  before: Values,
  after: Values,
  { detailedDiff }: Pick<Step, "detailedDiff">,
): FieldChange[] {
  const fields = fieldsOf(inputs).map(({ path }) => {
    const [from, to] = [valueAt(before, path), valueAt(after, path)];
    return { path, from, to, secrets: [from, to].filter(holdsSecret).length };
  });
  const shown = fields.filter(({ secrets }) => secrets === 0).map(({ path }) => path);
  const changed = changedPaths(inputs, only(shown, before), only(shown, after));
  return fields.flatMap(({ secrets, ...field }): FieldChange[] => {
    if (secrets === 0) return changed.includes(field.path) ? [field] : [];
    if (secrets === 1) return [field];
    // Only the plugin returns the compared paths.
    if (detailedDiff === undefined || detailedDiff === null) {
      return [{ ...field, isUncertain: true }];
    }
    return Object.keys(detailedDiff).some((told) => overlaps(told, field.path)) ? [field] : [];
  });
}

/** The fields in which the instance differs from the state. The instance does not show all fields. */
export function driftedFields({ inputs }: Resource, before: Values, live: Values): FieldChange[] {
  return fieldsOf(inputs).flatMap((field) => {
    const { path } = field;
    const [from, to] = [valueAt(before, path), valueAt(live, path)];
    if (to === undefined || holdsUnknown(to)) return [];
    const secrets = [from, to].filter(holdsSecret).length;
    const isEqual = secrets === 0 ? same(field, from, to) : secrets === 2;
    return isEqual ? [] : [{ path, from, to }];
  });
}

/** The values at these paths: definitions cannot compare secrets. */
function only(paths: readonly string[], values: Values): Values {
  const kept: Values = {};
  for (const path of paths) {
    const value = valueAt(values, path);
    if (value !== undefined) set(kept, path, value);
  }
  return kept;
}
