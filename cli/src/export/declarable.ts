import { pluralOf } from "pulumi-platform-provider/contract";
import type { Gap, Item } from "../inventory/inventory.js";

/** Splits items into those that a program can declare, and the reasons for the others. */
export function declarable(items: readonly Item[]): { items: Item[]; gaps: Gap[] } {
  const good: Item[] = [];
  const refused = new Map<string, Gap & { ids: string[] }>();
  for (const item of items) {
    const { resource, inputs } = item;
    const checked = resource.inputs.safeParse(inputs);
    if (checked.success) {
      good.push(item);
      continue;
    }
    const reasons = checked.error.issues.map(
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
