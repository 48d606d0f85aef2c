import { isSentAnyway, pluralOf } from "pulumi-platform-provider/contract";
import type { Gap, Item } from "../inventory/inventory.js";

/** Splits items into those that a program can declare, and the reasons for the others. */
export function declarable(items: readonly Item[]): { items: Item[]; gaps: Gap[] } {
  const good: Item[] = [];
  const refused = new Map<string, Gap & { ids: string[] }>();
  for (const item of items) {
    const { resource, inputs } = item;
    const checked = resource.inputs.safeParse(inputs);
    const refusing = (checked.error?.issues ?? []).filter((issue) => !isSentAnyway(issue));
    if (refusing.length === 0) {
      good.push(item);
      continue;
    }
    const reasons = refusing.map(
      ({ path, message }) =>
        `${path.join(".")} ${message.replace(/^Invalid input: expected \w+, received undefined$/, "is not shown")}`,
    );
    const reason = `Left out of the program: ${reasons.join("; ")}.`;
    const of = pluralOf(resource);
    const gap = refused.get(of + reason) ?? { of, ids: [], reason };
    gap.ids.push(item.id);
    refused.set(of + reason, gap);
  }
  return { items: good, gaps: [...refused.values()] };
}
