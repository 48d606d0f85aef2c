import { declaredBeforeDriftKey } from "../../../provider/dist/state/bookkeeping";
import type { Values } from "../lifecycle/tables/row";
import type { Left, Run } from "./observed";
import type { Observed } from "./runAct";

/** As the variant `long-ids` counts. */
const first = 2n ** 53n;
const idFields = /^(id|ids|user|adopt|value)$|(Id|Ids|By)$/;

const long = (digits: string | number | bigint) => BigInt(digits) + first;

/** Digits become longer; a path such as `CARD/12` keeps its words. 0 means none. */
const longText = (text: string): string =>
  text
    .split("/")
    .map((part) => (/^[1-9]\d*$/.test(part) && BigInt(part) < first ? String(long(part)) : part))
    .join("/");

function lengthened<Value>(value: Value, exact: (id: number) => unknown, name = ""): Value {
  const inner = (one: unknown, field: string): unknown => lengthened(one, exact, field);
  if (Array.isArray(value)) return value.map((one) => inner(one, name)) as Value;
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([field, one]) => [field, inner(one, field)]),
    ) as Value;
  }
  if (!idFields.test(name)) return value;
  if (typeof value === "string") return longText(value) as Value;
  return (typeof value === "number" && value > 0 ? exact(value) : value) as Value;
}

/** Inputs with ids beyond 2^53, which programs write as text. */
export const longInputs = (inputs: Values): Values => lengthened(inputs, (id) => String(long(id)));

/** The state of an instance, or a part of it, with ids beyond 2^53. */
export const longState = <State>(state: State): State => lengthened(state, long);

/** The observed values with the ids of a plain instance, each as text. An id that was rounded is another one. */
export function withPlainIds(seen: Observed): Observed {
  return {
    before: plainLeft(seen.before),
    run: {
      ...seen.run,
      ...plainLeft(seen.run),
      warnings: seen.run.warnings.map(plainText),
      ...(seen.run.result && { result: plainIds(seen.run.result) }),
    } satisfies Run,
    afterwards: { ...seen.afterwards, ...plainLeft(seen.afterwards) },
  };
}

const plainLeft = ({ state, instance, mails }: Left): Left => ({
  state: plainIds(state),
  instance: plainIds(instance),
  mails: plainIds(mails).sort(),
});

/** Values with the ids of a plain instance, each as text. */
export function plainIds<Value>(values: Value): Value {
  const asText = (value: unknown): unknown => (typeof value === "number" ? String(value) : value);
  const text = JSON.stringify(values, (name, value: unknown) =>
    // Digests of ids are other digests.
    name === declaredBeforeDriftKey
      ? undefined
      : !idFields.test(name)
        ? value
        : Array.isArray(value)
          ? value.map(asText)
          : asText(value),
  );
  return JSON.parse(plainText(text)) as Value;
}

const plainText = (text: string): string =>
  text.replace(/\d{16,}/g, (digits) =>
    BigInt(digits) > first && BigInt(digits) < 2n * first ? String(BigInt(digits) - first) : digits,
  );
