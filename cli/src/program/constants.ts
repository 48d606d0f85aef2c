import type { Constant, Declared, Expression, Program } from "./expression.js";
import type { Names } from "./names.js";
import { variableOf } from "./names.js";

/** How often a list occurs before it becomes a constant. */
const often = 2;

type List = Extract<Expression, { is: "list" }>;

/** A list, the first resource that has it, and how many have it. */
interface Use {
  declared: Declared;
  value: List;
  count: number;
  constant?: Constant;
}

/** The program with a constant for each list of recipients that several resources have. */
export function withConstants(declared: readonly Declared[], variables: Names): Program {
  const uses = new Map<string, Use>();
  for (const one of declared) {
    for (const value of listsIn(one.arguments)) {
      const key = keyOf(value);
      const use = uses.get(key) ?? { declared: one, value, count: 0 };
      use.count++;
      uses.set(key, use);
    }
  }
  const shared = [...uses.values()].filter(({ count }) => count >= often);
  for (const use of shared) {
    const wanted = nameOf(use.value) ?? `${use.declared.variable}Recipients`;
    use.constant = { name: variables.unique(wanted), value: use.value };
  }
  const constants = shared.flatMap(({ constant }) => constant ?? []);
  const constantFor = (value: List) => uses.get(keyOf(value))?.constant;
  return {
    constants,
    declared: declared.map((one) => ({ ...one, arguments: replaced(one.arguments, constantFor) })),
  };
}

/** The lists of recipients in a value. Two groups with the same members have them for reasons of their own. */
function listsIn(value: Expression): List[] {
  if (value.is === "list") return value.items.some(isRecipient) ? [value] : [];
  if (value.is !== "object") return [];
  return value.fields.flatMap((field) => ("value" in field ? listsIn(field.value) : []));
}

function replaced(
  value: Expression,
  constantFor: (value: List) => Constant | undefined,
): Expression {
  if (value.is === "list") {
    const constant = constantFor(value);
    return constant === undefined ? value : { is: "constant", constant };
  }
  if (value.is !== "object") return value;
  const fields = value.fields.map((field) =>
    "value" in field ? { ...field, value: replaced(field.value, constantFor) } : field,
  );
  return { is: "object", fields };
}

/** Equal for equal values, whatever they are called. */
const keyOf = (value: Expression): string =>
  JSON.stringify(value, (key, inner: unknown) =>
    key === "to" ? (inner as { name: string }).name : inner,
  );

/** A name made of who is in a list: `annAndBobRecipients`, `annBobAnd3MoreRecipients`. */
function nameOf({ items }: List): string | undefined {
  const [first, second, ...others] = items.map(recipientIn);
  if (first === undefined || (second === undefined && items.length > 1)) return undefined;
  const more = others.length === 0 ? [] : ["and", others.length, "more"];
  const both = others.length === 0 && second !== undefined ? ["and", second] : [second ?? ""];
  return variableOf([first, ...both, ...more, "recipients"].join(" ")) || undefined;
}

const isRecipient = (item: Expression): boolean => addressIn(item) !== undefined;

function addressIn(item: Expression): Expression | undefined {
  if (item.is !== "object") return undefined;
  const field = item.fields.find((one) => "value" in one && one.name === "value");
  return field !== undefined && "value" in field ? field.value : undefined;
}

function recipientIn(item: Expression): string | undefined {
  const value = addressIn(item);
  if (value === undefined) return undefined;
  if (value.is === "reference") return value.to.variable;
  if (value.is === "id") return `${value.of} ${value.value}`;
  return value.is === "value" ? String(value.value).split("@")[0] : undefined;
}
