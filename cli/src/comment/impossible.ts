import type { Impossible } from "pulumi-platform-provider/contract";
import { counted, longestMessage } from "../output/texts.js";
import type { TextFormatter } from "../output/texts.js";
import type { Section } from "./sections.js";

/** How the provider begins a list of ways out. */
const waysBegin = "Options:\n";

/** The section about impossible changes, with their ways out. Changes with the same ways out share them. */
export function impossibleSection(
  impossible: readonly Impossible[],
  texts: TextFormatter,
): Section[] {
  if (impossible.length === 0) return [];
  const groups = new Map<string, string[]>();
  for (const { reason } of impossible) {
    // Titles can also contain this word.
    const at = reason.lastIndexOf(waysBegin);
    const ways = at === -1 ? "" : reason.slice(at + waysBegin.length);
    const what = at === -1 ? reason : reason.slice(0, at);
    groups.set(ways, [...(groups.get(ways) ?? []), what.trim()]);
  }
  const rows = [...groups].flatMap(([ways, reasons]) => {
    const items = reasons.map((reason) => texts.code(reason, longestMessage));
    if (ways === "") return items;
    const options = texts.code(ways, longestMessage);
    if (items.length === 1) return [`${items[0]}<br>Options:<br>${options}`];
    return [`Options for the next ${counted(items.length, "change")}:<br>${options}`, ...items];
  });
  return [
    {
      title: "Not possible",
      lead: "<code>pulumi up</code> fails as long as the program asks for this.",
      rows,
      foldedAbove: 20,
      noun: "line",
      cutOrder: 1,
    },
  ];
}
