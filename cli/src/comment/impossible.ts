import type { Impossible } from "pulumi-platform-provider/contract";
import { groupedBy } from "../output/groupedBy.js";
import { counted, longestMessage } from "../output/texts.js";
import type { TextFormatter } from "../output/texts.js";
import type { Section } from "./sections.js";

/** The section about impossible changes, with their options. Changes with the same options share them. */
export function impossibleSection(
  impossible: readonly Impossible[],
  texts: TextFormatter,
): Section {
  const groups = groupedBy(impossible, ({ options = [] }) =>
    options.map((option, index) => `  ${index + 1}. ${option}`).join("\n"),
  );
  const rows = [...groups].flatMap(([lines, same]) => {
    const items = same.map(({ reason }) => texts.code(reason, longestMessage));
    if (lines === "") return items;
    const options = texts.code(lines, longestMessage);
    if (items.length === 1) return [`${items[0]}<br>Options:<br>${options}`];
    return [`Options for the next ${counted(items.length, "change")}:<br>${options}`, ...items];
  });
  return {
    title: "Not possible",
    lead: "<code>pulumi up</code> fails as long as the program asks for this.",
    ...{ rows, foldedAbove: 20, noun: "line", cutOrder: 1 },
  };
}
