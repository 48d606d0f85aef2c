import { pluralOf } from "pulumi-platform-provider/contract";
import { counted, countedOf } from "../output/texts.js";
import type { Item } from "../inventory/inventory.js";
import { groupedBy } from "../output/groupedBy.js";

/** Who gets e-mail when the second side is no longer muted. A preview shows counts only at round numbers. */
export function goLiveNotes(muted: readonly Item[], instance: string): string[] {
  const byKind = groupedBy(muted, ({ resource }) => pluralOf(resource));
  return [...byKind].map(([of, items]) => {
    const all = items.map(({ resource, inputs }) => resource.mail?.to(inputs)).flat();
    const names = new Set(all.flatMap((one) => one?.name ?? []));
    const also = items[0]?.resource.mail?.also;
    const whom = [
      ...(names.size === 0 ? [] : [counted(names.size, "recipient")]),
      ...(also === undefined ? [] : [`their ${also}`]),
    ].join(" and ");
    const sending = countedOf(items.length, of);
    return `When ${instance} goes live, ${sending} will e-mail ${whom}.${names.size === 0 ? "" : " A group is one recipient."}`;
  });
}
