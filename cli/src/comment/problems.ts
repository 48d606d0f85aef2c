import type { Preview } from "../preview/types.js";
import type { Section } from "./sections.js";
import { longestMessage } from "../output/texts.js";
import type { TextFormatter } from "../output/texts.js";

/** The sections about problems and warnings of the engine. */
export function problemSections({ problems, warnings }: Preview, texts: TextFormatter): Section[] {
  const section = (title: string, said: readonly string[], noun: string, cutOrder: number) =>
    said.length === 0
      ? []
      : [
          {
            ...{ title, noun, cutOrder, foldedAbove: 10 },
            rows: said.map((text) => texts.code(text, longestMessage)),
          },
        ];
  return [
    ...section("Problems", problems, "problem", 5),
    ...section("Warnings", warnings, "warning", 6),
  ];
}
