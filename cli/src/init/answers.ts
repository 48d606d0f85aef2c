import { sentence } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { questions, type Answers, type Flags, type Question } from "./questions.js";
import { ask, type Terminal } from "./terminal.js";

interface Collected {
  answers: Answers;
  /** A line for each question that got its default answer. */
  defaults: string[];
}

/** Takes the answers from the flags, then from the person at the terminal, else the defaults. */
export async function collectAnswers(
  flags: Flags,
  folder: string,
  terminal?: Terminal,
): Promise<Collected> {
  refuseProblems(flags);
  const answers: Flags = {};
  const defaults: string[] = [];
  for (const question of questions) {
    const { key, standard } = question;
    const given = flags[key] ?? implied(key, answers);
    if (given === undefined && terminal === undefined) defaults.push(lineOf(question, folder));
    answers[key] = given ?? (terminal ? await ask(question, folder, terminal) : standard(folder));
  }
  return { answers: answers as unknown as Answers, defaults };
}

function refuseProblems(flags: Flags): void {
  for (const { key, flag, problem, choices } of questions) {
    const given = flags[key];
    if (given === undefined) continue;
    const reason = choices ? outside(Object.keys(choices), given) : problem?.(given);
    if (reason !== undefined) throw new Failure(sentence(`${nameOf(flag)} ${reason}`));
  }
  const { provider, language = "typescript" } = flags;
  if (provider === "dynamic" && language !== "typescript") {
    throw new Failure(
      `The dynamic resources exist only for TypeScript. Use --provider plugin with --language ${language}.`,
    );
  }
}

function outside(choices: readonly string[], given: string): string | undefined {
  return choices.includes(given) ? undefined : `must be ${choices.join(" or ")}, not "${given}"`;
}

/** Only TypeScript programs have a choice of providers. */
function implied(key: keyof Answers, { language }: Flags): string | undefined {
  return key === "provider" && language !== "typescript" ? "plugin" : undefined;
}

function lineOf({ flag, standard }: Question, folder: string): string {
  return `  ${nameOf(flag)} ${standard(folder) || "(none)"}`;
}

const nameOf = (flag: string): string => flag.replace(/ .*/, "");
