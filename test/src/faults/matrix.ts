import { tryCell } from "./cell";
import type { Cell } from "./cell";
import type { Results } from "./results";
import { Site } from "./site";

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
    const site = await Site.open();
    try {
      for (let cell = waiting.shift(); cell && !stopped(); cell = waiting.shift()) {
        const result = await tryCell(site, cell, { closingPreview: !quick });
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
      await site.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, work));
}

/** Operation by operation in turns, each with another fault first: what is stopped early has seen of all. */
function inTurns(cells: readonly Cell[]): Cell[] {
  const byOperation = [...new Set(cells.map(({ operation }) => operation))].map((operation, at) => {
    const mine = cells.filter((cell) => cell.operation === operation);
    const first = (at * 5) % mine.length;
    return [...mine.slice(first), ...mine.slice(0, first)];
  });
  const turns = Math.max(0, ...byOperation.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    byOperation.map((mine) => mine[turn]).filter((cell) => cell !== undefined),
  ).flat();
}
