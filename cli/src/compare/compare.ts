import { isDeepStrictEqual } from "node:util";
import { fieldsOf, get, meaningOf, metaOf, same, withIds } from "pulumi-platform-provider/contract";
import type { Field, Id, IdKind, ObjectResource, Values } from "pulumi-platform-provider/contract";
import type { Item } from "../inventory/inventory.js";
import { whenOmitted } from "../inventory/stack.js";
import { lackedBy } from "../stack/lists.js";

/** Gives the id on the second side for an id on the first; undefined if it is not known. */
export type Translate = (kind: IdKind, id: Id) => Id | undefined;

/** A field that is not known to be equal. */
export interface FieldDifference {
  path: string;
  /**
   * `different` in meaning; `muted`, because one side e-mails nobody; `unseen` by one side; or `unmapped`: it has
   * an id whose counterpart on the other side is not known.
   */
  kind: "different" | "muted" | "unseen" | "unmapped";
  /** The value of the first side, in its own ids. For a list, only the items that the second side lacks. */
  a: unknown;
  b: unknown;
  /** The value of the first side in the ids of the second, if the ids differ. */
  expected?: unknown;
  /** The only side that shows the field. */
  toldBy?: "a" | "b";
  /** The side that e-mails nobody. */
  mutedSide?: "a" | "b";
  /** No argument holds the field, so no program changes it. */
  isNotInProgram?: boolean;
}

export interface Compared {
  differences: FieldDifference[];
  /** Paths that neither side shows. */
  neither: string[];
  /** Paths that the stack of a side does not manage. */
  unmanaged: { path: string; side: "a" | "b" }[];
  /** Paths that no argument holds. The sides have equal values, or a stack has none. */
  notInProgram: string[];
}

/** Compares the meaning of items of two sides, in the ids of the second side. */
export class Comparer {
  readonly #translated = new WeakMap<Item, Values>();

  constructor(
    readonly translate: Translate,
    /** Which sides e-mail nobody. */
    readonly muted: Partial<Record<"a" | "b", boolean>> = {},
  ) {}

  /** The inputs of an item of the first side in the ids of the second. */
  translated(item: Item): Values {
    const known = this.#translated.get(item);
    if (known !== undefined) return known;
    const { resource, inputs } = item;
    const values = withIds(
      resource.inputs,
      inputs,
      ({ kind, id }) => this.translate(kind, id) ?? `${marker}${id}`,
    );
    this.#translated.set(item, values);
    return values;
  }

  compare(a: Item, b: Item): Compared {
    const compared: Compared = { ...beside(a, b), neither: [], unmanaged: [] };
    for (const field of comparedFields(a.resource)) {
      const { path } = field;
      const leftOutBy = ([a, b] as const).findIndex(({ unmanaged }) => unmanaged?.includes(path));
      if (leftOutBy !== -1) {
        compared.unmanaged.push({ path, side: leftOutBy === 0 ? "a" : "b" });
        continue;
      }
      const [left, right] = [valueOf(field, this.translated(a)), valueOf(field, b.inputs)];
      const [unseenA, unseenB] = [isUnseen(field, a, left), isUnseen(field, b, right)];
      const isAssumed = unseenA && unseenB && left !== undefined && right !== undefined;
      if ((unseenA || unseenB) && !isAssumed) {
        const isToldByNone =
          (unseenA && unseenB) || (unseenA ? right === undefined : left === undefined);
        if (isToldByNone) compared.neither.push(path);
        else {
          const toldBy = unseenA ? "b" : "a";
          compared.differences.push({ path, kind: "unseen", a: undefined, b: undefined, toldBy });
        }
        continue;
      }
      // Values that both sides assume in the same way are comparable.
      if (!same(field, left, right)) {
        compared.differences.push(this.#difference(field, a, b, left, right));
      }
    }
    return compared;
  }

  #difference(field: Field, a: Item, b: Item, left: unknown, right: unknown): FieldDifference {
    const { path } = field;
    const own = valueOf(field, a.inputs);
    if (Array.isArray(left) && Array.isArray(right) && Array.isArray(own)) {
      return listDifference(field, own, left, right);
    }
    if (hasUnmapped(left)) return { path, kind: "unmapped", a: own, b: right };
    const expected = left === own ? {} : { expected: left };
    const mutedSide = isMuted(field, a, this.muted.b, right)
      ? "b"
      : isMuted(field, b, this.muted.a, left)
        ? "a"
        : undefined;
    const kind = mutedSide === undefined ? "different" : "muted";
    return { path, kind, a: own, b: right, ...expected, ...(mutedSide && { mutedSide }) };
  }
}

/** Whether a value is that of the other side after the policy of a muted side. */
function isMuted(
  field: Field,
  { resource, inputs }: Item,
  isOn: boolean | undefined,
  value: unknown,
): boolean {
  const muted = isOn ? resource.mail?.declared?.(inputs, { mode: "muted" })[field.path] : undefined;
  return muted !== undefined && same(field, muted, value);
}

/** Compares what no argument holds. */
function beside(a: Item, b: Item): Pick<Compared, "differences" | "notInProgram"> {
  const [left = {}, right = {}] = [a.notInProgram, b.notInProgram];
  const isCompared = a.notInProgram !== undefined && b.notInProgram !== undefined;
  const differences: FieldDifference[] = [];
  const notInProgram: string[] = [];
  for (const path of [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()) {
    if (!isCompared || isDeepStrictEqual(left[path], right[path])) {
      notInProgram.push(path);
      continue;
    }
    const row = { path, a: left[path], b: right[path], isNotInProgram: true };
    // A side without details may have the field.
    const [lacking, toldBy] = path in left ? [b, "a" as const] : [a, "b" as const];
    const isUnseen = !(path in left && path in right) && lacking.unseen.length > 0;
    differences.push(isUnseen ? { ...row, kind: "unseen", toldBy } : { ...row, kind: "different" });
  }
  return { differences, notInProgram };
}

function listDifference(
  field: Field,
  own: readonly unknown[],
  left: readonly unknown[],
  right: readonly unknown[],
): FieldDifference {
  const { path, schema } = field;
  const [isOnlyLeft, isOnlyRight] = [lackedBy(right, left, schema), lackedBy(left, right, schema)];
  const onlyLeft = left.filter((_, at) => isOnlyLeft[at]);
  const onlyRight = right.filter((_, at) => isOnlyRight[at]);
  // The same values in another order.
  if (onlyLeft.length + onlyRight.length === 0) {
    return { path, kind: "different", a: own, b: right };
  }
  const unmapped = onlyLeft.filter(hasUnmapped).length;
  // Unmapped values can be equal to the remaining values of the second side, if there are as many.
  const mayBeEqual = unmapped > 0 && unmapped === onlyLeft.length && unmapped === onlyRight.length;
  const kind = mayBeEqual ? "unmapped" : "different";
  return { path, kind, a: own.filter((_, at) => isOnlyLeft[at]), b: onlyRight };
}

/** The normalized fields of inputs, to measure how similar two items are. */
export const meaningsOf = (resource: ObjectResource, inputs: Values): string[] =>
  comparedFields(resource).map((field) =>
    JSON.stringify(meaningOf(field.schema, valueOf(field, inputs)) ?? null),
  );

const comparedFields = ({ inputs }: ObjectResource): Field[] =>
  fieldsOf(inputs).filter(({ schema }) => metaOf(schema).programOnly === undefined);

/** The value of a field, or the value that an omitted field stands for. */
const valueOf = ({ path, schema }: Field, inputs: Values): unknown =>
  get(inputs, path) ?? whenOmitted(schema);

/** Whether an item does not show a field, or only assumes its value. */
const isUnseen = ({ path, schema }: Field, item: Item, value: unknown): boolean =>
  item.unseen.includes(path) || (value === undefined && !schema.safeParse(undefined).success);

/** Marks an id without a counterpart, so that it never equals an id by accident. */
const marker = "\uE000";

/** Whether a value has an id without a counterpart. */
export const hasUnmapped = (value: unknown): boolean =>
  (typeof value === "string" ? value : JSON.stringify(value ?? null)).includes(marker);
