import type { Values } from "../lifecycle/tables/row";
import { isCall } from "./acts";
import type { Act } from "./acts";
import type { Observed } from "./runAct";
import type { Left } from "./observed";

/** Fields that hand on a word of the platform, which the variant `mixed-case` writes in other letters. */
export const wordFields =
  /^(frequency|daysToRun|type|groupType|viewType|accessLevel|state|currentState|status)$/;

/**
 * The observed values with these words in small letters. The inputs in the state keep the letters of the program, unless
 * somebody changed the object on the instance.
 */
export function withPlainWords({ before, run, afterwards }: Observed, act: Act): Observed {
  const plainly = (left: Left): Left => {
    const plain = plainLeft(left);
    return !isCall(act) && act.deed === "edit" ? { ...plain, state: inSmall(plain.state) } : plain;
  };
  return {
    before: plainly(before),
    run: { ...run, ...plainly(run), ...(run.result && { result: inSmall(run.result) }) },
    afterwards: { ...afterwards, ...plainly(afterwards) },
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
