import type { Cell } from "./cell";
import { victimOf } from "./moments";

/**
 * As few cells as it takes to have every operation and every fault at every moment at least once; always the
 * same ones for the same table.
 */
export function selection(cells: readonly Cell[]): Cell[] {
  const uses = new Map<string, number>();
  const usesOf = ({ operation }: Cell) => uses.get(operation.name) ?? 0;
  const take = (cell: Cell) => {
    uses.set(cell.operation.name, usesOf(cell) + 1);
    return cell;
  };
  // Where all else is equal, the requests that cannot be repeated are those during which somebody dies.
  const fits = ({ operation, kind }: Cell) =>
    (operation.strikes.method === "POST") === (victimOf(kind) !== undefined);
  const rank = (cell: Cell) => 2 * usesOf(cell) + (fits(cell) ? 0 : 1);
  const faultOf = ({ moment, kind }: Cell) => `${moment} ${kind}`;
  // The faults that few operations can have choose first; each takes an operation that was used least.
  const byFault = new Map<string, Cell[]>();
  for (const cell of cells) {
    byFault.set(faultOf(cell), [...(byFault.get(faultOf(cell)) ?? []), cell]);
  }
  const chosen = [...byFault.values()]
    .sort((a, b) => a.length - b.length)
    .map((candidates) => take(candidates.reduce((a, b) => (rank(b) < rank(a) ? b : a))));
  for (const cell of cells) if (usesOf(cell) === 0) chosen.push(take(cell));
  return chosen;
}
