import { contentOf } from "pulumi-platform-provider/contract";
import type { Constant, Declared, Expression, Field, Program } from "./expression.js";
import type { Names } from "./names.js";
import { variableOf } from "./names.js";

/** How often a value occurs before it becomes a constant. */
const often = 2;

/** A part of an object whose values are always shared together. */
interface Use {
  declared: Declared;
  value: Expression;
  count: number;
  constant?: Constant;
}

/**
 * The program with a constant for each list that several resources have, and for each group of plain values
 * inside of them.
 */
export function withConstants(
  declared: readonly Declared[],
  variables: Names,
  kept: ConstantNames,
): Program {
  const uses = new Map<string, Use>();
  for (const one of declared) {
    for (const value of sharable(one.arguments, true)) {
      const key = keyOf(value);
      const use = uses.get(key) ?? { declared: one, value, count: 0 };
      use.count++;
      uses.set(key, use);
    }
  }
  const shared = [...uses.values()].filter(({ count }) => count >= often);
  const keptFor = ({ value }: Use) => kept[contentKeyOf(value)];
  // Names of an earlier export come first: no other constant takes them.
  for (const use of shared.sort((a, b) => Number(!keptFor(a)) - Number(!keptFor(b)))) {
    const wanted = keptFor(use) ?? nameOf(use.value) ?? `${use.declared.variable}Recipients`;
    use.constant = { name: variables.unique(wanted), value: use.value };
  }
  const constants = [...uses.values()].flatMap(({ constant }) => constant ?? []);
  const constantFor = (value: Expression) => uses.get(keyOf(value))?.constant;
  return {
    constants,
    declared: declared.map((one) => ({
      ...one,
      arguments: replaced(one.arguments, constantFor, true),
    })),
  };
}

/** The names of constants by what they hold. */
export type ConstantNames = Readonly<Record<string, string>>;

export const constantNamesOf = ({ constants }: Program): ConstantNames =>
  Object.fromEntries(constants.map(({ name, value }) => [contentKeyOf(value), name]));

const contentKeyOf = (value: Expression): string => contentOf(keyOf(value));

/** The lists in a value, and the plain values of the objects inside it. */
function sharable(value: Expression, isOutermost = false): Expression[] {
  if (value.is === "list") return value.items.length > 0 ? [value] : [];
  if (value.is !== "object") return [];
  const plain = isOutermost ? undefined : plainPart(value.fields);
  const inner = value.fields.flatMap((field) => ("value" in field ? sharable(field.value) : []));
  return plain === undefined ? inner : [plain, ...inner];
}

/** The words and numbers of an object, where it has several. */
function plainPart(fields: readonly Field[]): Expression | undefined {
  const plain = fields.filter(isPlain);
  return plain.length > 1 ? { is: "object", fields: plain } : undefined;
}

const isPlain = (field: Field): boolean =>
  "value" in field &&
  field.comment === undefined &&
  field.value.is === "value" &&
  typeof field.value.value !== "boolean";

function replaced(
  value: Expression,
  constantFor: (value: Expression) => Constant | undefined,
  isOutermost = false,
): Expression {
  if (value.is === "list") {
    const constant = value.items.length > 0 ? constantFor(value) : undefined;
    return constant === undefined ? value : { is: "constant", constant };
  }
  if (value.is !== "object") return value;
  const plain = isOutermost ? undefined : plainPart(value.fields);
  const spread = plain && constantFor(plain);
  const own = spread === undefined ? value.fields : value.fields.filter((one) => !isPlain(one));
  const fields = own.map((field) =>
    "value" in field ? { ...field, value: replaced(field.value, constantFor) } : field,
  );
  return { is: "object", fields: spread === undefined ? fields : [{ spread }, ...fields] };
}

/** Equal for equal values, whatever they are called. */
const keyOf = (value: Expression): string =>
  JSON.stringify(value, (key, inner: unknown) =>
    key === "to" ? (inner as { name: string }).name : inner,
  );

/** A name made from the value of a constant. */
const nameOf = (value: Expression): string | undefined =>
  value.is === "list" ? nameOfList(value.items) : nameOfValues(value);

/** A name made of who is in a list: `annAndBobRecipients`, `annBobAnd3MoreRecipients`. */
function nameOfList(items: readonly Expression[]): string | undefined {
  const [first, second, ...others] = items.map(recipientIn);
  if (first === undefined || (second === undefined && items.length > 1)) return undefined;
  const more = others.length === 0 ? [] : ["and", others.length, "more"];
  const both = others.length === 0 && second !== undefined ? ["and", second] : [second ?? ""];
  return variableOf([first, ...both, ...more, "recipients"].join(" ")) || undefined;
}

function recipientIn(item: Expression): string | undefined {
  if (item.is !== "object") return undefined;
  const field = item.fields.find((one) => "value" in one && one.name === "value");
  if (field === undefined || !("value" in field)) return undefined;
  const { value } = field;
  if (value.is === "reference") return value.to.variable;
  if (value.is === "id") return `${value.of} ${value.value}`;
  return value.is === "value" ? String(value.value).split("@")[0] : undefined;
}

/** A name made of plain values: `weeklyMonAt0900NewYork`. */
function nameOfValues(value: Expression): string | undefined {
  if (value.is !== "object") return undefined;
  const words: string[] = [];
  let wasNumber = false;
  for (const field of value.fields) {
    if (!("value" in field) || field.value.is !== "value") continue;
    const { value: plain } = field.value;
    const isNumber = typeof plain === "number";
    // Two adjacent numbers are a time of day.
    if (isNumber && wasNumber) words.push(`${words.pop()}${twoDigits(plain)}`);
    else if (isNumber) words.push("at", twoDigits(plain));
    else words.push(String(plain).split("/").pop()?.toLowerCase() ?? "");
    wasNumber = isNumber;
  }
  return variableOf(words.join(" ")) || undefined;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");
