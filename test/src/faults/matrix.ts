import { rowOf, tryCell } from "./cell";
import type { Cell } from "./cell";
import type { Results } from "./results";
import { Sites } from "./site";

/** Tries the cells that have not ended well yet, some at a time, until all are done or it is stopped. */
export async function runMatrix(
  cells: readonly Cell[],
  results: Results,
  how: { jobs: number; quick: boolean; stopped: () => boolean; say: (line: string) => void },
): Promise<void> {
  const { jobs, quick, stopped, say } = how;
  const waiting = inTurns(cells).filter(
    (cell) => (results.of(cell)?.ending ?? "failed") === "failed",
  );
  let done = cells.length - waiting.length;
  if (done > 0) say(`${done} of ${cells.length} cells are done already`);
  const work = async () => {
    const sites = new Sites();
    try {
      for (let cell = waiting.shift(); cell && !stopped(); cell = waiting.shift()) {
        const result = await tryCell(await sites.on(cell.face), cell, { closingPreview: !quick });
        // What was stopped in the middle says nothing.
        if (stopped()) return;
        results.add(result);
        done++;
        const problems = result.problems.length > 0 ? `: ${result.problems.join("; ")}` : "";
        say(
          `${done}/${cells.length} ${result.cell}: ${result.ending} (${result.seconds} s)${problems}`,
        );
      }
    } finally {
      await sites.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, work));
}

/** Row by row in turns, each with another fault first: what is stopped early has seen of all. */
function inTurns(cells: readonly Cell[]): Cell[] {
  const byRow = [...new Set(cells.map(rowOf))].map((row, at) => {
    const mine = cells.filter((cell) => rowOf(cell) === row);
    const first = (at * 5) % mine.length;
    return [...mine.slice(first), ...mine.slice(0, first)];
  });
  const turns = Math.max(0, ...byRow.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    byRow.map((mine) => mine[turn]).filter((cell) => cell !== undefined),
  ).flat();
}
