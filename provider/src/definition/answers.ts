import { z } from "zod";
import { longestList } from "../wire/pages";
import type { Page } from "../wire/pages";
import { openRecord } from "./fields";
import { numericIdOf } from "./ids/numericIds";
import { get } from "./paths";
import type { Values } from "./values";

/**
 * Schemas of answers. The specification shows few answers, so these schemas accept every form of a value that has only
 * one possible meaning.
 */

/** An answer whose content is not used. */
export const anyAnswer = z.unknown();

/** An id as a text. The platform can show it as a number or as a text of visible characters. */
export const anyId = z
  .union([z.string().regex(/^\P{C}{1,500}$/u), z.int()])
  .transform(String)
  .pipe(z.string());

/** An id that programs write as a number. Digits stay a text if a number cannot hold them. */
export const anyNumericId = anyId.transform(numericIdOf);

/** A number, also as a text. */
export const anyNumber = z.preprocess(
  (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
  z.number(),
);

/** A count of 64 bits. The numbers of Pulumi have 53. */
export const anyLongCount = (text: string) =>
  maybe(anyNumber).describe(`${text} Pulumi rounds numbers from 2^53 on.`);

/** True or false, also as a text. */
export const anyBoolean = z.preprocess((value) => {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  return word === "true" ? true : word === "false" ? false : value;
}, z.boolean());

/** A text, also as a number. */
export const anyText = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : value),
  z.string(),
);

/** Values in a text, separated by commas; also as a list or as one number. */
export const anySet = z.preprocess(
  (value) => (z.array(anyText).safeParse(value).success ? (value as unknown[]).join() : value),
  anyText,
);

/** A field of an answer that can be missing or null. A value of another form counts as missing. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .catch(undefined)
    .transform((value): z.output<Schema> | undefined => value ?? undefined)
    .optional();
}

/** A text that the platform shows as null, or leaves out, if it is empty. */
export const textOrEmpty = maybe(anyText).transform((text = "") => text);

/** A list in a field, without the items that have another form. */
export const listIn = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value.filter((one) => item.safeParse(one).success) : value),
    z.array(item),
  );

/**
 * An object of a result. Typed languages know only named fields, so the fields that the specification does not name are
 * together in one map.
 */
export function openObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object({ ...shape, otherFields })
    .catchall(z.any())
    .overwrite((value) => {
      const others = Object.entries(value).filter(
        ([name]) => !Object.hasOwn(shape, name) && name !== "otherFields",
      );
      if (others.length === 0) return value;
      const named = Object.fromEntries(
        Object.entries(value).filter(([name]) => Object.hasOwn(shape, name)),
      );
      return { ...named, otherFields: Object.fromEntries(others) } as unknown as typeof value;
    });
}
const otherFields = maybe(openRecord()).describe(
  "Other fields that the platform sends, by their names.",
);

/** Usual values of fields that no argument holds, by the paths of the fields. */
export type Usual = Readonly<Record<string, UsualValue>>;

interface UsualValue {
  /** The usual value in words. */
  is: string;
  has: (value: unknown, answer: Values) => boolean;
}

/** What an answer shows of an object. */
export interface Shown {
  answer: z.ZodObject;
  usual?: Usual;
}

/**
 * The fields of an answer that no argument of a program holds, by their paths, without those that are empty or have
 * their usual value. A field that the schema does not name is one of them, whatever the platform adds.
 */
export function heldByNoArgument(answer: Values, usual: Usual = {}): Values {
  const all: Values = unnamedFields(answer);
  for (const path of Object.keys(usual)) all[path] ??= get(answer, path);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([path, value]) => !isEmpty(value) && usual[path]?.has(value, answer) !== true)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** No schema of an answer has more levels. A value that no schema describes can have thousands. */
const mostLevels = 8;

/** The fields that the schema of an answer does not name. Those of the items of a list are lists. */
function unnamedFields(value: unknown, prefix = "", level = 0): Values {
  const all: Values = {};
  if (level > mostLevels) return all;
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item !== "object" || item === null) continue;
    for (const [name, inner] of Object.entries(item as Values)) {
      const isOther = name === "otherFields";
      const found = isOther
        ? withPrefix((inner ?? {}) as Values, prefix)
        : unnamedFields(inner, `${prefix}${name}.`, level + 1);
      for (const [path, one] of Object.entries(found)) {
        if (Array.isArray(value)) ((all[path] ??= []) as unknown[]).push(one);
        else all[path] = one;
      }
    }
  }
  return all;
}

const withPrefix = (fields: Values, prefix: string): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value]));

/** Whether a value says nothing: the platform shows many fields that nobody set. */
function isEmpty(value: unknown): boolean {
  // Without recursion, because the value can be nested as deeply as a hostile platform likes.
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "object" && one !== null)
      for (const part of Object.values(one)) left.push(part);
    else if (![undefined, null, false, 0, ""].includes(one as undefined)) return false;
  }
  return true;
}

/** An object, or only the value of its most important field. */
export const orBare = <Schema extends z.ZodType>(field: string, schema: Schema) =>
  z.preprocess((value) => (anyId.safeParse(value).success ? { [field]: value } : value), schema);

/** The answer to a create, or only the id. A word is not an id, and 0 and 1 can mean no and yes. */
export const orBareId = <Schema extends z.ZodType>(field: string, schema: Schema) =>
  z.preprocess((value) => {
    const bare = anyId.safeParse(value).data ?? "";
    return /^\d+$/.test(bare) && Number(bare) > 1 ? { [field]: value } : value;
  }, schema);

/** A list, or an object with exactly one list. Rows of another form are left out and described in `odd`. */
export function listOf<Row>(row: z.ZodType<Row>): z.ZodType<Page<Row>> {
  return z.unknown().transform((answer, context): Page<Row> => {
    const wrapper = typeof answer === "object" && answer !== null ? answer : {};
    const lists = Array.isArray(answer) ? [answer] : Object.values(wrapper).filter(Array.isArray);
    const [list] = lists as unknown[][];
    const isWrapped = list !== answer;
    if (list !== undefined && list.length > longestList.rows) {
      const message = `more than ${longestList.rows.toLocaleString("en")} rows`;
      context.issues.push({ code: "custom", message, input: undefined });
      return z.NEVER;
    }
    const rows: Row[] = [];
    const odd: string[] = [];
    for (const value of list ?? []) {
      const { success, data, error } = row.safeParse(value);
      if (success) rows.push(data);
      else odd.push(formOf(value, error));
    }
    // An object whose list has only rows of another form is a different answer, not an empty list.
    const isOther = isWrapped && rows.length === 0 && odd.length > 0;
    if (list === undefined || lists.length > 1 || isOther) {
      context.issues.push({ code: "invalid_type", expected: "array", input: answer });
      return z.NEVER;
    }
    return { rows, odd, isWrapped, total: isWrapped ? totalIn(wrapper, list.length) : undefined };
  });
}

/** Describes a row that cannot be used. */
function formOf(value: unknown, { issues: [issue] }: z.ZodError): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  const field = issue?.path.join(".") ?? "";
  return typeof value === "object" ? `an object without a usable ${field}` : `a ${typeof value}`;
}

/** The length of the whole list, according to the object that contains it. */
function totalIn(wrapper: object, received: number): number {
  const numbers = Object.entries(wrapper).map(([name, value]) => {
    if (/^has_?more$/i.test(name)) return anyBoolean.safeParse(value).data ? Infinity : 0;
    return /^total(_?(count|rows|items|results))?$/i.test(name)
      ? (anyNumber.safeParse(value).data ?? 0)
      : 0;
  });
  return Math.max(received, ...numbers);
}
