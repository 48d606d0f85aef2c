import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { rowOf } from "./cases/faultCase";
import type { FaultCase, Ending, Result } from "./cases/faultCase";

/** The results so far, one per line, so that a matrix that was stopped can go on. */
export class Results {
  readonly #byCell = new Map<string, Result>();

  constructor(
    readonly file: string,
    fresh: boolean,
  ) {
    mkdirSync(dirname(file), { recursive: true });
    if (fresh) rmSync(file, { force: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, "utf8").split("\n")) {
      if (line === "") continue;
      const result = JSON.parse(line) as Result;
      this.#byCell.set(result.case, result);
    }
  }

  of({ name }: FaultCase): Result | undefined {
    return this.#byCell.get(name);
  }

  add(result: Result): void {
    this.#byCell.set(result.case, result);
    appendFileSync(this.file, `${JSON.stringify(result)}\n`);
  }

  /** A table with a line per operation on a entry, then a line per failure. */
  summary(cases: readonly FaultCase[]): string {
    const endings: Ending[] = ["at once", "next run", "recovery", "failed"];
    const rows = [...new Set(cases.map(rowOf))].map((row) => {
      const mine = cases.filter((faultCase) => rowOf(faultCase) === row);
      const results = mine
        .map((faultCase) => this.of(faultCase))
        .filter((result) => result !== undefined);
      const counts = endings.map((ending) => results.filter((one) => one.ending === ending).length);
      return [row, mine.length, ...counts, mine.length - results.length];
    });
    const total = rows.reduce(
      (sum, row) => row.map((value, at) => (at === 0 ? "all" : Number(value) + Number(sum[at]))),
      ["all", 0, 0, 0, 0, 0, 0],
    );
    const head = ["operation", "cases", ...endings, "not tried"];
    const failures = cases
      .map((faultCase) => this.of(faultCase))
      .filter((result) => result?.ending === "failed")
      .map((result) => `FAILED ${result?.case}: ${result?.problems.join("; ")}`);
    return [table([head, ...rows, total]), ...failures].join("\n");
  }
}

function table(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  return rows
    .map((row) =>
      row
        .map((value, at) =>
          at === 0
            ? String(value).padEnd(widths?.[at] ?? 0)
            : String(value).padStart((widths?.[at] ?? 0) + 2),
        )
        .join(""),
    )
    .join("\n");
}
