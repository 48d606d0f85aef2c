import { markdownTable, markdownText } from "../output/markdown.js";
import { table } from "../output/table.js";
import type { Cell } from "../print.js";
import { isEqual } from "./comparison.js";
import type { Comparison, FieldRow, GapRow, ObjectRow, Row } from "./comparison.js";
import { countedOf, firstOf, valueText } from "../output/texts.js";
import { groupedBy } from "../output/groupedBy.js";
import type { Side } from "../compare/sides.js";

/** A comparison as people read it. */
export class Rendering {
  readonly #names: readonly [string, string];

  constructor(
    readonly a: Side,
    readonly b: Side,
    readonly comparison: Comparison,
    readonly hints: readonly string[],
  ) {
    this.#names = [a.name, b.name];
  }

  lines(width: number | undefined): string[] {
    const { rows } = this.comparison;
    const shown = rows.length === 0 ? [] : [...table(this.#head(), this.#cells(), width), ""];
    return [...shown, ...this.#summary()];
  }

  markdown(): string {
    const { rows } = this.comparison;
    const [a, b] = [this.a, this.b].map(({ name, address }) =>
      address === "" ? name : `${name} (${address})`,
    );
    const shown = rows.length === 0 ? [] : [markdownTable(this.#head(), this.#cells()), ""];
    const heading = `## ${markdownText(a ?? "")} and ${markdownText(b ?? "")}`;
    const summary = this.#summary().map((line) => `- ${markdownText(line)}`);
    return [heading, "", ...shown, ...summary].join("\n");
  }

  json(): object {
    const shownOf = ({ name, address, isMuted }: Side) => ({ name, address, isMuted });
    const notes = [...this.comparison.notes, ...this.hints];
    return { a: shownOf(this.a), b: shownOf(this.b), ...this.comparison, notes };
  }

  #head = (): string[] => ["Result", "Object", "Field", ...this.#names];

  #cells(): Cell[][] {
    const { rows } = this.comparison;
    return kinds.flatMap((what) => {
      const chosen = rows.filter((row) => row.what === what);
      if (!joined.includes(what)) return chosen.map((row) => this.#row(row));
      const fields = chosen.filter(isField);
      const groups = groupedBy(fields, ({ of, path, toldBy, a }) =>
        JSON.stringify([of, path, toldBy, a === undefined]),
      );
      return [...groups.values()].map((group) => this.#fieldRow(group));
    });
  }

  #row(row: Row): Cell[] {
    if (isField(row)) return this.#fieldRow([row]);
    return isGap(row) ? this.#gapRow(row) : this.#objectRow(row);
  }

  #objectRow({ what, title, id, isUncertain = false }: ObjectRow): string[] {
    const isInA = what === "onlyA";
    const [name, other] = isInA ? this.#names : [...this.#names].reverse();
    const missing = isUncertain ? `not seen in what could be read of ${other}` : "missing";
    const cells = isInA ? [`id ${id}`, missing] : [missing, `id ${id}`];
    return [`only in ${name}`, title, "", ...cells];
  }

  /** Rows of the same field of several objects that say the same. */
  #fieldRow(rows: readonly [FieldRow, ...FieldRow[]]): Cell[] {
    const [row] = rows;
    const { what, of, toldBy, a, b, expected, isNotInProgram = false } = row;
    const path = isNotInProgram ? [row.path, "(not in a program)"] : row.path;
    const titles = rows.map(titleWithIds);
    const object =
      rows.length === 1 ? (titles[0] ?? "") : `${rows.length} ${of}: ${firstOf(titles)}`;
    const words = labels[what];
    switch (what) {
      case "unseen":
        return [words, object, path, ...(toldBy === "a" ? told : [...told].reverse())];
      case "unmapped": {
        const values = [...new Set(rows.map((one) => shown(one.a ?? one.b).join(", ")))];
        const cells = [firstOf(values), "no id in the map"];
        return [words, object, path, ...(a === undefined ? cells.reverse() : cells)];
      }
      case "muted":
      case "different": {
        const there = expected === undefined ? "" : ` (there: ${shown(expected).join(", ")})`;
        const cells = isNotInProgram ? [a, b].map(beyond) : [shown(a), shown(b)];
        const [left = [], right = []] = cells;
        return [words, object, path, [...left.slice(0, -1), (left.at(-1) ?? "") + there], right];
      }
    }
  }

  #gapRow({ side, of, ids = [], reason }: GapRow): string[] {
    const object = ids.length === 0 ? of : `${of} ${firstOf(ids)}`;
    const cells = [side === "b" ? "" : reason, side === "a" ? "" : reason];
    return ["not read", object, "", ...cells];
  }

  #summary(): string[] {
    const { equal, rows, notes } = this.comparison;
    const [a, b] = this.#names;
    const same = Object.entries(equal).map(([of, count]) => countedOf(count, of));
    const counts = kinds.flatMap((what) => {
      const count = rows.filter((row) => row.what === what).length;
      const label = { ...labels, onlyA: `only in ${a}`, onlyB: `only in ${b}` }[what];
      return count === 0 ? [] : [`${count} ${label}`];
    });
    const areEqual = isEqual(this.comparison);
    const apart = areEqual ? `${a} and ${b} are equal, apart from what platform:mail mutes. ` : "";
    const result =
      counts.length === 0 ? `${a} and ${b} are equal.` : `${apart}Found: ${counts.join(", ")}.`;
    const equals = same.length === 0 ? "No objects are equal." : `Equal: ${same.join(", ")}.`;
    const isEmpty = counts.length === 0 && same.length === 0;
    const first = isEmpty ? `${a} and ${b} have none of these objects.` : `${result} ${equals}`;
    return [first, ...notes, ...this.hints];
  }
}

const labels = {
  onlyA: "only in A",
  onlyB: "only in B",
  different: "different",
  muted: "muted",
  unmapped: "not compared",
  unseen: "shown by one side",
  unread: "not read",
} satisfies Record<Row["what"], string>;

/** In the order in which people read them. */
const kinds = Object.keys(labels) as Row["what"][];

/** Joins rows that say the same about several objects. */
const joined: readonly Row["what"][] = ["muted", "unmapped", "unseen"];

const told = ["shown", "not shown"];

const isField = (row: Row): row is FieldRow => "path" in row;
const isGap = (row: Row): row is GapRow => row.what === "unread";

/** Objects with the same title have other ids. */
function titleWithIds({ title, ids }: FieldRow): string {
  const others = [...new Set(ids)].filter((id) => !title.endsWith(id));
  return others.length === 0 ? title : `${title} (${others.join(" / ")})`;
}

/** A value that no argument holds. */
const beyond = (value: unknown): string[] =>
  value === undefined ? ["nothing, or the usual value"] : [valueText(value)];

/** A value in few words; a list has a line for each item. */
function shown(value: unknown): string[] {
  if (value === undefined || value === null) return ["nothing"];
  if (Array.isArray(value)) return value.length === 0 ? ["nothing"] : value.flatMap(shown);
  if (typeof value === "object") return [Object.values(value).flatMap(shown).join(" ")];
  return [typeof value === "string" && value !== "" ? value : JSON.stringify(value)];
}
