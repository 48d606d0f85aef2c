import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Values } from "../definition/values";
import { get } from "../definition/paths";
import { metaOf } from "../definition/meta";
import { fieldsOf } from "../definition/schema";
import { holdsUnknown } from "../definition/unknowns";
import { unreadAtImportKey, notYetWrittenKey } from "./bookkeeping";
import { same } from "./compare";
import { isKept } from "./keptValues";

/**
 * The paths whose values differ in meaning. A value that is not known yet counts as different. An omitted field counts
 * only if the definition says what to write for it. What the instance keeps is no change when the program says it.
 */
export function changedPaths(schema: z.ZodObject, old: Values, next: Values): string[] {
  // After an import, the first declared value of these paths has no earlier value to compare with.
  const unread = unreadAtImportKey in next ? [] : ((old[unreadAtImportKey] ?? []) as string[]);
  return fieldsOf(schema)
    .filter(({ path }) => !unread.includes(path) && !isKept({ inputs: schema }, old, path, next))
    .filter((field) => {
      const { omitted = {} } = metaOf(field.schema);
      const meant = (value: unknown) =>
        isDeepStrictEqual(value, omitted.default) ? undefined : value;
      const [before, after] = [meant(get(old, field.path)), meant(get(next, field.path))];
      if (holdsUnknown(after)) return true;
      if (after === undefined && before !== undefined) {
        return omitted.write !== undefined && !same(field, before, omitted.write);
      }
      return !same(field, before, after);
    })
    .map(({ path }) => path);
}

/** The declared paths of an imported object that Pulumi has not written since the import. */
export function notYetWrittenPaths(state: Values, inputs: Values): string[] {
  return ((state[notYetWrittenKey] ?? []) as string[]).filter(
    (path) => get(inputs, path) !== undefined,
  );
}
