import { onOneLine, visible, withoutMiddle } from "pulumi-platform-provider/program";

/**
 * Everything that a command shows goes through this file. Each text is one line: texts of instances, files and the
 * environment can contain line breaks, sequences that a terminal obeys, and words that CI runners obey.
 */

/** Longer names and titles are cut. */
const longestText = 500;
/** Longer lines are cut in the middle, because reasons are often at the end. */
const longestLine = 10_000;

/** A text on one line, for a cell or between quotes. */
export const printable = (text: string, most = longestText): string => onOneLine(text, most);

/** The content of a cell: one line, or several. */
export type Cell = string | readonly string[];

export const cellText = (cell: Cell): string =>
  [cell]
    .flat()
    .map((line) => printable(line))
    .join("\n");

const oneLine = (text: string): string => printable(withoutMiddle(text, longestLine), Infinity);

/** Lines that are not always needed. */
export const when = (isNeeded: boolean, ...lines: readonly string[]): readonly string[] =>
  isNeeded ? lines : [];

/** The lines of a text of a person or of another command, without its tabs. */
export const linesIn = (text: string): string[] =>
  text.replace(/\n$/, "").replaceAll("\t", "    ").split(/\r?\n/);

type Output = "stdout" | "stderr";

const write = (to: Output, lines: readonly string[]): void =>
  void process[to].write(lines.map((line) => `${line}\n`).join(""));

/** Prints the result of a command. */
export const print = (lines: readonly string[]): void => write("stdout", lines.map(oneLine));

/** Prints remarks and problems, which are not part of the result. */
export const printRemarks = (...lines: readonly string[]): void =>
  write("stderr", lines.map(oneLine));

/** Prints Markdown or JSON, which escapes its texts itself. Nothing is cut. */
export const printDocument = (text: string): void =>
  write(
    "stdout",
    linesIn(text).map((line) => printable(line, Infinity)),
  );

/** JSON in which all characters are visible. */
export const jsonText = (value: unknown): string =>
  visible(JSON.stringify(value, null, 2), "\n", unicodeEscape);

export const printJson = (value: unknown): void => printDocument(jsonText(value));

/** A character as JSON and TypeScript escape it. */
export const unicodeEscape = (sign: string): string =>
  sign.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A sequence that sets colors or the weight of letters. Number 8 hides text. */
const color = new RegExp(
  String.raw`(\u001b\[(?:(?:[34]8;5;\d{1,3}|[1-9]\d|[0-79])(?:;|(?=m))){0,9}m)`,
);

/** Passes on the output of another command, line by line. Only a terminal gets its colors. */
export function passOn(to: Output): (part: string, isLast?: boolean) => void {
  let rest = "";
  const shown = (line: string): string => {
    const [first = "", ...others] = line.split(color);
    if (others.length === 0) return oneLine(first);
    if (!process[to].isTTY) return oneLine([first, ...others.filter((_, at) => at % 2)].join(""));
    const parts = others.map((part, at) => (at % 2 === 0 ? part : oneLine(part)));
    return `${oneLine(first)}${parts.join("")}\u001b[0m`;
  };
  return (part, isLast = false) => {
    const lines = (rest + part).split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (isLast && rest !== "") lines.push(rest);
    write(to, lines.flatMap(linesIn).map(shown));
  };
}

/** The number of columns of the terminal; undefined if the result goes somewhere else. */
export const terminalWidth = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns : undefined;

/** Whether a person can answer questions. */
export const isInteractive = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** Where progress can move; undefined without a terminal. */
export const progressTerminal = (): NodeJS.WriteStream | undefined =>
  process.stderr.isTTY ? process.stderr : undefined;
