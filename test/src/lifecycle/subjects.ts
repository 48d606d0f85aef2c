import { complete, other, replaced } from "../provider/inputs";
import type { Change, Edit, Row, Values } from "./row";

/** An object of its own for one thing that happens to it. */
export interface Subject {
  name: string;
  row: Row;
  /** What the program changes; undefined for one that is changed or deleted on the instance. */
  change?: Change;
  edit?: Edit;
  /** The instance on which it is made, by its key in `platform:instances`. */
  place: string;
  /** Its inputs at first. */
  first: Values;
  /** Its inputs, or what the instance shows of them, after its change. */
  then: Values;
}

/** The instance whose settings have no name. */
export const main = "main";
export const elsewhere = "elsewhere";
/** A second name of an instance. */
export const again = (place: string): string => `${place} again`;

/** One object for each change and each edit of the rows, and one for each that is deleted by hand. */
export function subjectsOf(rows: readonly Row[]): Subject[] {
  let n = 100;
  return rows.flatMap((row) => {
    const make = (what: string, change?: Change, edit?: Edit): Subject => {
      const place = row.single === true ? `place ${++n}` : main;
      const apart = numbered(row, ++n);
      const given: Values = { ...complete[row.resource], ...change?.given };
      if (place !== main) given.instance = place;
      const first = apart(given);
      const then = apart(afterwards(row, place, given, change ?? edit));
      return { name: `${row.resource}.${what}`, row, change, edit, place, first, then };
    };
    return [
      ...row.changes.map((change) =>
        make(change.how === undefined ? change.field : `${change.field} (${change.how})`, change),
      ),
      ...row.edits.map((edit) => make(`${edit.field} by hand`, undefined, edit)),
      ...((row.documented.read ?? row.documented.list) ? [make("deleted by hand")] : []),
    ];
  });
}

const numbered =
  ({ apart = (inputs) => inputs }: Row, n: number) =>
  (inputs: Values) =>
    apart(inputs, n);

function afterwards(row: Row, place: string, first: Values, what?: Change | Edit): Values {
  if (what === undefined) return first;
  const path = what.field.split(".");
  const value = () => {
    if ("removed" in what) return undefined;
    if (what.field === "instance") return what.to === "again" ? again(place) : what.to;
    if ("to" in what) return what.to;
    const found = at(other[row.resource], what.field);
    if (found === undefined) throw new Error(`no other value for ${what.field} of ${row.resource}`);
    return found;
  };
  return replaced(first, [[path, value()]]);
}

/** The value at a path. */
export function at(values: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Values | undefined)?.[key], values);
}

/** Sets the value at a path whose objects exist. */
export function set(values: Values, path: string, value: unknown): void {
  const keys = path.split(".");
  const parent = at(values, keys.slice(0, -1).join(".")) ?? values;
  (keys.length === 1 ? values : (parent as Values))[keys.at(-1) ?? ""] = value;
}
