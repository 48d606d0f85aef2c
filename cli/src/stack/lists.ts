import { meaningOf } from "pulumi-platform-provider/contract";
import type { Field } from "pulumi-platform-provider/contract";
import { holdsSymbol, withWords } from "./values.js";

/** For each item of a list, whether the other list lacks it. Different spellings can mean the same item. */
export function lackedBy(
  other: readonly unknown[],
  list: readonly unknown[],
  schema: Field["schema"] | undefined,
): boolean[] {
  const keyOf = (item: unknown): string =>
    // Definitions know no secrets.
    schema === undefined || holdsSymbol(item)
      ? JSON.stringify(withWords(item))
      : JSON.stringify(meaningOf(schema, [item]));
  const known = new Set(other.map(keyOf));
  return list.map((item) => !known.has(keyOf(item)));
}
