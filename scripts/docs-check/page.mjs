// What a page tells its reader to do. scripts/README.md describes the conventions.
import { stripVTControlCharacters } from "node:util";

const first = /^<!-- docs:check: (.*?) -->/s;
const fence = /^```(\S*).*\n([\s\S]*?)^```$/gm;
/** The line before a block names the file that the reader writes: ``Write `index.ts`:``. */
const naming = /`([\w.@/-]+\.\w+)`:$/;
const question = /^(.*\?|.*passphrase.*:|value:) (\S+)$/;

/** The part of a page under one of its headings, with the lines where they are in the page. */
export function sectionOf(text, heading) {
  const from = text.indexOf(`\n## ${heading}\n`);
  if (from === -1) throw new Error(`there is no section ${heading}`);
  const to = text.indexOf("\n## ", from + 1);
  const before = text.slice(0, from).replace(/[^\n]/g, "");
  return before + text.slice(from, to === -1 ? undefined : to);
}

/** Reads a page: what its first comment says, and its steps in order. */
export function readPage(text) {
  const comment = first.exec(text)?.[1].replace(/\s+/g, " ") ?? "";
  const reason = /^not run, because (.*)$/.exec(comment)?.[1];
  return { needs: comment.split(", "), reason, isMarked: comment !== "", steps: stepsOf(text) };
}

function stepsOf(text) {
  const steps = [];
  for (const { 1: language, 2: body, index } of text.matchAll(fence)) {
    const before = text.slice(0, index);
    const line = before.split("\n").length;
    const file = naming.exec(before.trimEnd())?.[1];
    if (language === "console") steps.push(...commandsOf(body, line));
    else if (file !== undefined) steps.push({ file, body, line });
  }
  return steps;
}

function commandsOf(body, line) {
  const commands = [];
  for (const [index, text] of body.trimEnd().split("\n").entries()) {
    const last = commands.at(-1);
    if (text.startsWith("$ "))
      commands.push({ command: text.slice(2), line: line + 1 + index, shown: [], answers: [] });
    else if (last === undefined) throw new Error(`line ${line + 1 + index}: output of no command`);
    else if (last.shown.length === 0 && last.command.endsWith("\\")) last.command += `\n${text}`;
    else {
      const [, asked, answer] = question.exec(text.trim()) ?? [];
      if (asked !== undefined) last.answers.push({ asked, answer });
      // A secret answer is not printed.
      last.shown.push(asked ?? text);
    }
  }
  return commands;
}

/** The first shown line that the output lacks. `...` stands for any text, and any number for any other. */
export function missingLine(shown, output) {
  const actual = squeeze(output);
  let from = 0;
  for (const line of shown) {
    const pattern = squeeze(line)
      .split("...")
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\d+/g, "\\d+"))
      .join(".*?");
    const found = new RegExp(pattern, "s").exec(actual.slice(from));
    if (found === null) return line;
    from += found.index + found[0].length;
  }
  return undefined;
}

/** Without colours, which tools also print where a build server asks for them. */
const squeeze = (text) => stripVTControlCharacters(text).replace(/\s+/g, " ").trim();
