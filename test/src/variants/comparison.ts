import { isDeepStrictEqual } from "node:util";
import { notYetWrittenKey } from "../../../provider/dist/state/bookkeeping";
import { differences } from "../faults/agreement";
import type { Values } from "../lifecycle/tables/row";
import type { Left } from "./observed";

/** Where state, instance or mails are otherwise than on the plain instance. */
export function unlike(plain: Left, left: Left, untold: readonly string[], when: string): string[] {
  return [
    ...unlikeValues(
      without(plain.state, untold),
      without(left.state, untold),
      `${when}: the state:`,
    ),
    ...unlikeValues(plain.instance, left.instance, `${when}: the instance:`),
    ...unlikeValues(plain.mails, left.mails, `${when}: the mails:`),
  ];
}

export const unlikeValues = (wanted: unknown, actual: unknown, path: string): string[] => {
  if (isDeepStrictEqual(wanted, actual)) return [];
  const found = differences(wanted, actual, path);
  return found.length > 0 ? found : [`${path} has more: ${JSON.stringify(actual)}`];
};

const withoutNames = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The state without these outputs. How an object was taken over says nothing of what it is. */
function without(state: Values, names: readonly string[]): Values {
  const left = [...names, "adopt", notYetWrittenKey];
  return Object.fromEntries(
    Object.entries(state as Record<string, { id: string; inputs: Values; outputs: Values }>).map(
      ([name, { id, inputs, outputs }]) => [
        name,
        { id, inputs: withoutNames(inputs, left), outputs: withoutNames(outputs, left) },
      ],
    ),
  );
}
