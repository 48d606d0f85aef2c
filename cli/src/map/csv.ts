import { parse } from "csv-parse/sync";
import { idKinds, parseIdFile, sectionOf } from "pulumi-platform-provider/contract";
import type { Id, IdKind } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { textIn } from "../files.js";
import type { IdTable } from "../ids/idTable.js";

/** A line of a CSV file: an id of the first instance, and the id that corresponds to it on the second. */
interface Line {
  from: string;
  to: string;
  /** Undefined if the file has no column `kind`. */
  kind?: IdKind;
  /** The number of the line in the file. */
  at: number;
}

/** The ids of a CSV file with the columns `from` and `to`, and perhaps `kind`. */
export class IdCsv {
  readonly #lines: Line[];

  constructor(readonly path: string) {
    const text = textIn(path);
    if (text === undefined) throw new Failure(`${path} does not exist.`);
    this.#lines = linesIn(path, text);
    if (this.#lines.length === 0) throw new Failure(`${path} has no ids.`);
  }

  /** Adds the ids to a table, each as an id of all kinds that it can be of. */
  addAll(table: IdTable): IdTable {
    for (const { from, to, kind } of this.#lines) {
      for (const one of kind === undefined ? idKinds : [kind]) {
        if (!table.has(one, from)) table.set(one, from, to);
      }
    }
    return table;
  }

  /**
   * Adds the ids to a table, each as an id of the kind that the file or the only use of the id tells. Returns the ids
   * that nothing uses.
   */
  add(table: IdTable, used: readonly { kind: IdKind; id: Id }[]): string[] {
    const unused: string[] = [];
    for (const { from, to, at, ...line } of this.#lines) {
      const kinds = used.filter(({ id }) => String(id) === from).map(({ kind }) => kind);
      const [kind = line.kind, ...others] = line.kind === undefined ? kinds : [];
      if (others.length > 0) {
        throw new Failure(
          `${this.path}, line ${at}: ${from} is the id of a ${[kind, ...others].join(" and of a ")}. Add a column "kind" with one of them.`,
        );
      }
      if (kind === undefined) {
        unused.push(from);
        continue;
      }
      const [[, ids] = []] = parseIdFile(
        `${this.path}, line ${at}`,
        JSON.stringify({ [sectionOf(kind)]: { [from]: to } }),
        (message) => new Failure(message),
      ).ids;
      const id = ids?.get(from) ?? to;
      const known = table.get(kind, from);
      if (known !== undefined && String(known) !== String(id)) {
        throw new Failure(
          `${this.path}, line ${at}: ${kind} ${from} is ${to} here, and ${known} in ${table.name} or in an earlier line. Remove one of them.`,
        );
      }
      table.set(kind, from, id);
    }
    return unused;
  }
}

function linesIn(path: string, text: string): Line[] {
  return parsed(path, text).flatMap(
    ({ record: { from = "", to = "", kind: word = "" }, info: { lines } }) => {
      if (from === "" || to === "") return [];
      const kind = idKinds.find((one) => one === word || sectionOf(one) === word);
      if (word !== "" && kind === undefined) {
        throw new Failure(
          `${path}, line ${lines}: unknown kind "${word}". Known kinds: ${idKinds.join(", ")}.`,
        );
      }
      return [{ from, to, at: lines, ...(kind && { kind }) }];
    },
  );
}

interface Row {
  record: { from?: string; to?: string; kind?: string };
  info: { lines: number };
}

/** The delimiter in the first line that has text. Spreadsheets of many countries write semicolons. */
const delimiterOf = (text: string): string => /^.*?([,;\t])/.exec(text.trimStart())?.[1] ?? ",";

function parsed(path: string, text: string): Row[] {
  const columns = (header: string[]) => {
    if (header.includes("from") && header.includes("to")) return header;
    throw new Failure(`${path} must begin with the line "from,to" or "kind,from,to".`);
  };
  try {
    const options = { bom: true, columns, info: true, skip_empty_lines: true, trim: true };
    // Further columns are notes of people, who do not count delimiters.
    const lenient = { ...options, relax_column_count: true };
    return parse(text, { ...lenient, delimiter: delimiterOf(text) }) as unknown as Row[];
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} is not CSV: ${(error as Error).message}.`);
  }
}
