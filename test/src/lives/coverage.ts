import { kinds, variants } from "pulumi-platform-simulator";
import { entries } from "../harness/sessions/session";
import { exceptions } from "./judging/exceptions";
import { notExecutable } from "./judging/following";
import { acts, commands, cuts, edits, options } from "./making/steps";

/** The settings that can be in force for a command. */
export const inForce = [
  "documented",
  "extended",
  "mail live",
  "mail muted",
  "mail redirect",
  "own token",
  "foreign token",
  "own address",
  "other address",
  "checkpoints",
  "no checkpoints",
  "journal kept",
  "journal lost",
  "journal shared",
  "one runner",
  "two runners",
] as const;
export type InForce = (typeof inForce)[number];

/** The tables, with the rows and columns in which no number should be 0. */
const tables = {
  "commands × ways": { rows: commands, columns: entries },
  "commands × options": { rows: commands, columns: options },
  "commands × settings in force": { rows: commands, columns: inForce },
  "commands × faults and cuts": { rows: commands, columns: [...kinds, ...cuts] },
  "edits × ways": { rows: edits, columns: entries },
  "acts on an instance": { rows: acts, columns: ["times"] },
  variants: { rows: Object.keys(variants), columns: ["times"] },
  "exceptions used": { rows: Object.keys(exceptions), columns: ["times"] },
  advice: { rows: [], columns: ["offered", "followed"] },
} satisfies Record<string, { rows: readonly string[]; columns: readonly string[] }>;
export type TableName = keyof typeof tables;

interface Cell {
  times: number;
  /** How often it went well. */
  successes: number;
  /** What was said the first time that it did not. */
  refusal?: string;
}

/** By table, row and column. */
export type Cells = ReadonlyMap<TableName, ReadonlyMap<string, ReadonlyMap<string, Cell>>>;

/** How often lives met what. */
export class Coverage {
  readonly #cells = new Map<TableName, Map<string, Map<string, Cell>>>();

  get cells(): Cells {
    return this.#cells;
  }

  /** Counts something; `refusal` is what was said where it did not go well. */
  meet(table: TableName, row: string, column = "times", refusal?: string): void {
    const isGood = refusal === undefined;
    this.#add(table, row, column, { times: 1, successes: isGood ? 1 : 0, refusal });
  }

  addAll({ cells }: { cells: Cells }): void {
    for (const [table, rows] of cells)
      for (const [row, cells] of rows)
        for (const [column, cell] of cells) this.#add(table, row, column, cell);
  }

  #add(table: TableName, row: string, column: string, cell: Cell): void {
    const rows = this.#cells.get(table) ?? new Map<string, Map<string, Cell>>();
    const cells = rows.get(row) ?? new Map<string, Cell>();
    const { times, successes, refusal } = cells.get(column) ?? { times: 0, successes: 0 };
    cells.set(column, {
      times: times + cell.times,
      successes: successes + cell.successes,
      refusal: refusal ?? cell.refusal,
    });
    this.#cells.set(table, rows.set(row, cells));
  }

  /** The commands that some way never met. */
  get neverMet(): string[] {
    const { rows, columns } = tables["commands × ways"];
    const met = this.#cells.get("commands × ways");
    return rows.flatMap((row) =>
      columns.flatMap((column) =>
        met?.get(row)?.has(column) === true ? [] : [`${row} (${column})`],
      ),
    );
  }

  /** How many options of messages were followed, which no life can follow, and which had no chance so far. */
  get adviceText(): string {
    const met = [...(this.#cells.get("advice") ?? [])];
    const left = met.flatMap(([option, cells]) => (cells.has("followed") ? [] : [option]));
    const codes = new Set(met.map(([option]) => option.split(":")[0]));
    const isFor = (option: string) => notExecutable.find(({ options }) => options.test(option));
    const reasons = notExecutable.map(
      (one) => `${left.filter((option) => isFor(option) === one).length} (${one.why})`,
    );
    return [
      `${met.length} options of messages with ${codes.size} codes, ${met.length - left.length} followed`,
      `not executable: ${reasons.join(", ")}`,
      `not followed so far: ${left.filter((option) => isFor(option) === undefined).join("; ")}`,
    ].join("\n");
  }

  toString(): string {
    return Object.keys(tables)
      .map((table) => this.#tableText(table as TableName))
      .join("\n");
  }

  #tableText(table: TableName): string {
    const { rows, columns }: { rows: readonly string[]; columns: readonly string[] } =
      tables[table];
    const met = this.#cells.get(table) ?? new Map<string, Map<string, Cell>>();
    const all = [...new Set([...rows, ...met.keys()])];
    const shown = all.map((row) => [
      row,
      ...columns.map((column) => textOf(met.get(row)?.get(column))),
    ]);
    return `${table}\n${aligned([["", ...columns], ...shown])}\n`;
  }
}

/** What never went well is refused. */
function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return "0";
  return cell.successes === 0 && cell.refusal !== undefined
    ? `${cell.times} refused: ${cell.refusal}`
    : String(cell.times);
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(...lines.map((line) => Math.min(line[at]?.length ?? 0, at === 0 ? Infinity : widest))),
  );
  return lines
    .map((line) => `  ${line.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}

/** Refusals are longer than this width of a cell. */
const widest = 22;
