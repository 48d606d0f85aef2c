import type { Preview } from "../preview/types.js";
import type { Section } from "./sections.js";
import { longestMessage } from "../output/texts.js";
import type { TextFormatter } from "../output/texts.js";

/** The sections about problems and warnings of the engine. */
export function problemSections({ problems, warnings }: Preview, texts: TextFormatter): Section[] {
  const rowsOf = (said: readonly string[]) => said.map((text) => texts.code(text, longestMessage));
  return [
    { title: "Problems", rows: rowsOf(problems), foldedAbove: 10, noun: "problem", cutOrder: 5 },
    { title: "Warnings", rows: rowsOf(warnings), foldedAbove: 10, noun: "warning", cutOrder: 6 },
  ];
}
