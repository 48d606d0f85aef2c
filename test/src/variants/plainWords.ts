import type { Values } from "../lifecycle/row";
import type { Observed } from "./runAct";
import type { Left } from "./observed";

/** Fields that hand on a word of the platform, which the variant `mixed-case` writes in other letters. */
export const wordFields =
  /^(frequency|daysToRun|type|groupType|viewType|accessLevel|state|currentState|status)$/;

/** The observed values with these words in small letters. The inputs in the state keep the letters of the program. */
export function withPlainWords({ before, run, afterwards }: Observed): Observed {
  return {
    before: plainLeft(before),
    run: { ...run, ...plainLeft(run), ...(run.result && { result: inSmall(run.result) }) },
    afterwards: { ...afterwards, ...plainLeft(afterwards) },
  };
}

export const plainLeft = ({ state, instance, mails }: Left): Left => ({
  state: Object.fromEntries(
    Object.entries(state as Record<string, Values>).map(([name, { outputs, ...rest }]) => [
      name,
      { ...rest, outputs: inSmall(outputs) },
    ]),
  ),
  instance: inSmall(instance),
  mails,
});

/** Values with these words in small letters. */
export function inSmall<Value>(values: Value): Value {
  if (values === undefined) return values;
  const text = JSON.stringify(values, (name, value: unknown) =>
    typeof value === "string" && wordFields.test(name) ? value.toLowerCase() : value,
  );
  return JSON.parse(text) as Value;
}
