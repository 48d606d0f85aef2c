import { purposes, conditions } from "./advice";
import type { Advice, Step, Option } from "./advice";
import { commandOf, lineOf, wordsOf } from "./stepText";

/** A text with a full stop at its end, if it needs one. */
export const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** The texts of advice: options to choose from, or a sentence for one option or several short options. */
export function adviceParts(advice: Advice): { sentence?: string; options: string[] } {
  const [first, ...others] = advice;
  if (first === undefined) return { options: [] };
  if (others.length === 0) return { sentence: optionText(first), options: [] };
  const { options, last } = withoutSharedEnd(advice);
  if (!options.every(isShort)) return { options: advice.map(optionText) };
  const text = `${capital(options.map(({ steps }) => stepsText(steps)).join(", or "))}.`;
  return { sentence: last === undefined ? text : `${text} Then ${wordsOf(last)}.`, options: [] };
}

/**
 * The text of advice. A failure lists its options as numbered lines. A counted line has one sentence for each option.
 */
export function adviceText(advice: Advice, layout: "options" | "sentences" = "options"): string {
  const { sentence: text = "", options } = adviceParts(advice);
  if (options.length === 0) return text;
  if (layout === "sentences") return options.join(" ");
  return ["Options:", ...options.map((option, index) => `  ${index + 1}. ${option}`)].join("\n");
}

/** A reason, followed by its advice. */
export const withAdvice = (reason: string, advice: Advice = []): string =>
  [sentence(reason), ...(advice.length === 0 ? [] : [adviceText(advice)])].join(" ");

/** Separates the last step if all options share it. */
function withoutSharedEnd(advice: Advice): { options: Advice; last?: Step } {
  const ends = advice.map(({ steps }) => steps.at(-1));
  const [last] = ends;
  const isShared =
    last !== undefined &&
    advice.every(({ steps }) => steps.length > 1) &&
    ends.every((end) => JSON.stringify(end) === JSON.stringify(last));
  if (!isShared) return { options: advice };
  return {
    options: advice.map((option) => ({ ...option, steps: option.steps.slice(0, -1) })),
    last,
  };
}

/** Whether an option has no command or line to copy, no condition and no consequence. */
const isShort = ({ when, to, note, steps: [first, ...others] }: Option): boolean =>
  when === undefined &&
  to === undefined &&
  note === undefined &&
  others.length === 0 &&
  first !== undefined &&
  commandOf(first) === undefined &&
  !("program" in first || "instance" in first);

/** An option as a sentence, with its note. */
function optionText({ when, to, steps, note }: Option): string {
  const begins = [
    ...(when === undefined ? [] : [`if ${conditions[when]}`]),
    ...(to === undefined ? [] : [`to ${purposes[to]}`]),
    stepsText(steps),
  ];
  return [sentence(capital(begins.join(", "))), ...(note === undefined ? [] : [note])].join(" ");
}

/** Steps in their order: `run A, then B`. */
function stepsText(steps: readonly Step[]): string {
  const texts: string[] = [];
  let [isCommand, lines]: [boolean, string[]] = [false, []];
  for (const [index, step] of steps.entries()) {
    const [command, line, next] = [commandOf(step), lineOf(step), steps[index + 1]];
    // Joins adjacent lines for the program to one step.
    if (line !== undefined) lines.push(line);
    if (line !== undefined && next !== undefined && lineOf(next) !== undefined) continue;
    const words = line === undefined ? wordsOf(step) : `write ${lines.join(", ")} in the program`;
    const isLastCommand = next === undefined && isCommand && command !== undefined;
    // Several properties of one object give the same words, which are needed once.
    if (texts.at(-1) !== words) texts.push(isLastCommand ? `\`${command}\`` : words);
    [isCommand, lines] = [command !== undefined, []];
  }
  const last = texts.pop() ?? "";
  return texts.length === 0 ? last : `${texts.join(", ")}, then ${last}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
