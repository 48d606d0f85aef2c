import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { root } from "../install.mjs";

/** Counts the outcomes. Stryker counts lines and columns from 1 in its results. */
export function reportOf(results) {
  const outcomes = results.map(({ fileName, location: { start, end }, ...rest }) => {
    const file = relative(process.cwd(), fileName);
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    const part = lines.slice(start.line - 1, end.line);
    part.push(part.pop().slice(0, end.column - 1));
    const original = [part[0].slice(start.column - 1), ...part.slice(1)].join("\n");
    const { status, replacement, statusReason } = rest;
    return { file, line: start.line, status, original, replacement, statusReason };
  });
  outcomes.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  const count = (...statuses) => outcomes.filter(({ status }) => statuses.includes(status)).length;
  const [killed, timedOut] = [count("Killed"), count("Timeout")];
  const [survived, untested] = [count("Survived"), count("NoCoverage")];
  const tried = killed + timedOut + survived + untested;
  const score = (killed + timedOut) / tried;
  const error = 1.96 * Math.sqrt((score * (1 - score)) / tried);
  const leftOut = outcomes.length - tried;
  return { tried, killed, timedOut, survived, untested, leftOut, score, error, outcomes };
}

/** What the text says of the mutants that it lists. */
const remarks = { Survived: "", NoCoverage: " (no test runs this code)", Timeout: " (timed out)" };

export function textOf({
  tried,
  killed,
  timedOut,
  survived,
  untested,
  leftOut,
  score,
  error,
  outcomes,
}) {
  const short = (text) => {
    const line = text.replace(/\s+/g, " ");
    return line.length > 60 ? `${line.slice(0, 57)}...` : line;
  };
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  return [
    ...outcomes
      .filter(({ status }) => status in remarks)
      .map(({ file, line, original, replacement, status }) => {
        const remark = remarks[status];
        return `${file}:${line} ${short(original)} -> ${short(replacement)}${remark}`;
      }),
    `${killed} killed, ${timedOut} timed out, ${survived} survived, ${untested} run by no test`,
    // Code that only runs when a module is loaded would need a new process for each mutant.
    `${leftOut} left out, because they only change how a module is loaded`,
    `Score: ${percent(score)} ± ${percent(error)} of ${tried} (binomial, 95 %)`,
  ].join("\n");
}
