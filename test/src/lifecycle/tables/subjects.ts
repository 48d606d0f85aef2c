import { fixtures } from "../../fixtures/index";
import { replaced } from "../../provider/paths";
import type { Change, Edit, Loss, Row, Values } from "./row";

/** An object of its own for one thing that happens to it. */
export interface Subject {
  name: string;
  row: Row;
  /** What happens to it: one of these. */
  change?: Change;
  edit?: Edit;
  loss?: Loss;
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

/** One object for each change, edit and loss of the rows. */
export function subjectsOf(rows: readonly Row[]): Subject[] {
  let n = 100;
  return rows.flatMap((row) => {
    let singles = 0;
    const make = (
      what: string,
      how: string | undefined,
      { change, edit, loss }: Pick<Subject, "change" | "edit" | "loss">,
    ): Subject => {
      const isAlone = (row.single && singles++ > 0) || change?.adopted !== undefined;
      const place = isAlone ? `place ${++n}` : main;
      const apart = numbered(row, ++n);
      const given: Values = { ...fixtures[row.resource].complete, ...change?.given };
      if (place !== main) given.instance = place;
      const name = `${row.resource}.${what}${how === undefined ? "" : ` (${how})`}`;
      const then = apart(afterwards(row, place, given, change ?? edit));
      return { name, row, change, edit, loss, place, first: apart(given), then };
    };
    return [
      ...row.changes.map((change) => make(change.field, change.how, { change })),
      ...row.edits.map((edit) => make(`${edit.field} by hand`, edit.how, { edit })),
      ...row.losses.map((loss) => make("lost", loss.how, { loss })),
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
    const found = at(fixtures[row.resource].other, what.field);
    if (found === undefined) throw new Error(`no other value for ${what.field} of ${row.resource}`);
    return found;
  };
  const also = "also" in what ? Object.entries(what.also ?? {}) : [];
  return replaced(first, [[path, value()], ...also.map(([field, one]) => [[field], one] as const)]);
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
