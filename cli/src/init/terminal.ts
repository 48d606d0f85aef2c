import type { Readable, Writable } from "node:stream";
import { Failure } from "../failure.js";
import type { Question } from "./questions.js";

export interface Terminal {
  stdin: Readable;
  stdout: Writable;
}

/** Asks one question. Enter takes the default. */
export async function ask(
  { question, choices, standard, problem, enter }: Question,
  folder: string,
  { stdin: input, stdout: output }: Terminal,
): Promise<string> {
  // An ES module. It takes its time to load, and most runs do not need it.
  const { isCancel, select, text } = await import("@clack/prompts");
  const initial = standard(folder);
  const common = { input, output };
  const answer = choices
    ? await select({
        ...common,
        message: question,
        initialValue: initial,
        options: Object.entries(choices).map(([value, meaning]) => ({
          value,
          label: `${value}: ${meaning}`,
        })),
      })
    : await text({
        ...common,
        message: `${question} (Enter: ${enter ?? initial})`,
        placeholder: initial,
        defaultValue: initial,
        validate: (typed) => (typed ? problem?.(typed) : undefined),
      });
  if (isCancel(answer)) throw new Failure("Cancelled. Nothing was written.");
  return answer;
}
