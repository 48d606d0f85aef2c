import { RenderedSection } from "./sections.js";
import type { Section } from "./sections.js";

/** Room for the words about omitted rows. */
const spare = 40;

/** Joins the parts of a comment. If they are too long, sections lose rows at their ends: the least important first. */
export function fitted(
  totals: string,
  sections: readonly Section[],
  { most, isFolded }: { most: number; isFolded: boolean },
  whenCut: string,
): { text: string; isCut: boolean } {
  const rendered = sections.map((section) => new RenderedSection(section));
  const whole = joined([totals, ...rendered.map((one) => one.text(isFolded))]);
  if (whole.length <= most) return { text: whole, isCut: false };
  let excess = whole.length + whenCut.length + 2 - most;
  const shown = new Map<RenderedSection, number>();
  for (const one of [...rendered].sort((a, b) => b.section.cutOrder - a.section.cutOrder)) {
    if (excess <= 0) break;
    const length = one.lengthOf(one.count);
    const rows = one.fitting(Math.max(0, length - excess - spare));
    shown.set(one, rows);
    excess -= length - one.lengthOf(rows) - spare;
  }
  const cut = joined([
    totals,
    ...rendered.map((one) => one.text(isFolded, shown.get(one))),
    whenCut,
  ]);
  if (cut.length <= most) return { text: cut, isCut: true };
  // There is not even room for the headings.
  const least = [joined([totals, whenCut]), joined([whenCut]), ""];
  return { text: least.find((text) => text.length <= most) ?? "", isCut: true };
}

const joined = (parts: readonly string[]): string => `${parts.join("\n\n")}\n`;
