import { z } from "zod";
import type { Instance } from "../platform/instance";
import { PlatformError } from "../messages/errors";
import type { Listing } from "../wire/pages";

/** The argument of every function that reads a list. */
export const allowPartial = z
  .boolean()
  .optional()
  .describe(
    "Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`.",
  )
  .meta({ omitted: { default: false } });

/** The items of a list. Throws if the list may lack rows and the program does not allow this. */
export function itemsOf<Item>(
  instance: Instance,
  operation: string,
  { items, partial }: Listing<Item>,
  isPartialAllowed = false,
): Item[] {
  if (partial !== undefined && !isPartialAllowed) {
    throw new PlatformError({
      code: "partial_list",
      operation,
      detail: partial,
      advice: [{ to: "usePart", steps: [{ program: "set", path: "allowPartial", value: true }] }],
    });
  }
  if (partial !== undefined) {
    instance.warnOnce(
      `partial: ${operation}`,
      `The list may lack rows, although Pulumi could ${operation}: ${partial}. Pulumi uses the rows that the platform sent, because of allowPartial.`,
    );
  }
  return [...items.values()];
}
